//! A memory of vectors, in pages that copies share until one of the copies writes.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

use mnc2_text::{Message, message};

/// The vectors of a page: as many as its marks have bits.
const PAGE: u64 = 64;

/// The scalars that a run may hold in one memory.
const SCALARS_MAX: u64 = 1 << 26;

/// The vectors of a memory.
#[derive(Clone, Debug)]
pub(super) struct Vectors {
    depth: u64,
    size: usize,
    pages: BTreeMap<u64, Arc<Page>>,
}

#[derive(Clone, Debug)]
struct Page {
    scalars: Vec<i32>,
    /// The vectors that the program wrote.
    written: u64,
    /// The vectors that were written, by the program or before the run.
    known: u64,
}

impl Vectors {
    /// `depth` vectors of `size` scalars, all 0.
    pub(super) fn new(depth: u64, size: usize) -> Self {
        Self {
            depth,
            size,
            pages: BTreeMap::new(),
        }
    }

    pub(super) fn depth(&self) -> u64 {
        self.depth
    }

    /// Bytes of its pages, those that copies share included.
    pub(super) fn size_bytes(&self) -> u64 {
        let page_bytes = PAGE * self.size as u64 * size_of::<i32>() as u64;
        self.pages.len() as u64 * page_bytes
    }

    /// The vector at an address, which is zero if it was never written.
    pub(super) fn vector(&self, address: u64) -> Arc<[i32]> {
        match self.slice(address) {
            Some(vector) => vector.into(),
            None => vec![0; self.size].into(),
        }
    }

    fn slice(&self, address: u64) -> Option<&[i32]> {
        let start = (address % PAGE) as usize * self.size;
        let page = self.pages.get(&(address / PAGE))?;
        page.scalars.get(start..start + self.size)
    }

    /// A scalar; 0 outside.
    pub(super) fn get(&self, address: u64, lane: usize) -> i32 {
        let vector = self.slice(address);
        vector.and_then(|it| it.get(lane)).copied().unwrap_or(0)
    }

    fn page(&mut self, address: u64) -> Result<&mut Page, Message> {
        if address >= self.depth {
            let (vector, depth) = (address, self.depth);
            return Err(message!(
                "there is no vector {vector}: the memory has {depth}",
                vector,
                depth
            ));
        }
        let scalars = PAGE * self.size as u64;
        let is_full = (self.pages.len() as u64 + 1) * scalars > SCALARS_MAX;
        let number = address / PAGE;
        if is_full && !self.pages.contains_key(&number) {
            let limit = SCALARS_MAX;
            return Err(message!(
                "a run holds at most {limit} scalars of a memory",
                limit
            ));
        }
        let page = self.pages.entry(number).or_insert_with(|| {
            Arc::new(Page {
                scalars: vec![0; scalars as usize],
                written: 0,
                known: 0,
            })
        });
        Ok(Arc::make_mut(page))
    }

    /// Sets a scalar from outside.
    pub(super) fn set(&mut self, address: u64, lane: usize, raw: i32) -> Result<(), Message> {
        let start = (address % PAGE) as usize * self.size;
        let page = self.page(address)?;
        if let Some(scalar) = page.scalars.get_mut(start + lane) {
            *scalar = raw;
        }
        page.known |= 1 << (address % PAGE);
        Ok(())
    }

    /// Writes a vector for the program.
    pub(super) fn store(&mut self, address: u64, vector: &[i32]) -> Result<(), Message> {
        let start = (address % PAGE) as usize * self.size;
        let page = self.page(address)?;
        if let Some(place) = page.scalars.get_mut(start..start + vector.len()) {
            place.copy_from_slice(vector);
        }
        page.written |= 1 << (address % PAGE);
        page.known |= 1 << (address % PAGE);
        Ok(())
    }

    /// The vectors that the program wrote, merged, in order.
    pub(super) fn written(&self) -> Vec<Range<u64>> {
        self.ranges(|page| page.written)
    }

    /// The vectors that were written, by the program or before the run, merged, in order.
    pub(super) fn known(&self) -> Vec<Range<u64>> {
        self.ranges(|page| page.known)
    }

    fn ranges(&self, marks: impl Fn(&Page) -> u64) -> Vec<Range<u64>> {
        let mut found: Vec<Range<u64>> = Vec::new();
        for (number, page) in &self.pages {
            let marks = marks(page);
            for bit in (0..PAGE).filter(|bit| marks >> bit & 1 == 1) {
                let address = number * PAGE + bit;
                match found.last_mut() {
                    Some(last) if last.end == address => last.end += 1,
                    _ => found.push(address..address + 1),
                }
            }
        }
        found
    }
}
