//! Saved states as a sequence of 64-bit words: written in blocks with a checksum, read without trust.
//!
//! Nothing is compressed, so that reading takes memory in proportion to the length of the bytes, regardless of their origin.

use std::ops::ControlFlow;

use mnc2_text::random::mixed;

/// Words that are passed on together.
const PIECE_WORDS: usize = 8192;

/// Receives the bytes of a saved state. Returning `Break` ends it.
pub type ByteSink<'a> = dyn FnMut(&[u8]) -> ControlFlow<()> + 'a;

/// Writes words to a sink, in blocks, and computes their checksum.
pub(crate) struct Writer<'a> {
    sink: &'a mut ByteSink<'a>,
    piece: Vec<u8>,
    sum: u64,
    ended: ControlFlow<()>,
}

impl<'a> Writer<'a> {
    pub(crate) fn new(sink: &'a mut ByteSink<'a>) -> Self {
        Self {
            sink,
            piece: Vec::with_capacity(PIECE_WORDS * size_of::<u64>()),
            sum: 0,
            ended: ControlFlow::Continue(()),
        }
    }

    pub(crate) fn word(&mut self, word: u64) {
        if self.ended.is_break() {
            return;
        }
        self.sum = mixed(self.sum ^ word);
        self.piece.extend_from_slice(&word.to_le_bytes());
        if self.piece.len() >= PIECE_WORDS * size_of::<u64>() {
            self.pass_on();
        }
    }

    pub(crate) fn count(&mut self, count: usize) {
        self.word(count as u64);
    }

    pub(crate) fn flag(&mut self, flag: bool) {
        self.word(u64::from(flag));
    }

    /// The number of words, and the words.
    pub(crate) fn words(&mut self, words: &[u64]) {
        self.count(words.len());
        words.iter().for_each(|&word| self.word(word));
    }

    /// Each value with the number of its equal neighbours.
    pub(crate) fn runs<T: PartialEq>(&mut self, values: &[T], write: impl Fn(&T, &mut Self)) {
        for run in values.chunk_by(T::eq) {
            self.count(run.len());
            write(&run[0], self);
        }
    }

    fn pass_on(&mut self) {
        self.ended = (self.sink)(&self.piece);
        self.piece.clear();
    }

    /// The checksum and the end.
    pub(crate) fn finish(mut self) -> ControlFlow<()> {
        let sum = self.sum;
        self.word(sum);
        if self.ended.is_continue() {
            self.pass_on();
        }
        self.ended
    }
}

/// The words are not what a machine writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Damaged;

/// Reads words from the bytes of a saved state.
#[derive(Clone)]
pub(crate) struct Reader<'a> {
    left: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(bytes: &'a [u8]) -> Self {
        Self { left: bytes }
    }

    pub(crate) fn word(&mut self) -> Result<u64, Damaged> {
        let (word, left) = self.left.split_first_chunk().ok_or(Damaged)?;
        self.left = left;
        Ok(u64::from_le_bytes(*word))
    }

    /// A word below a limit.
    pub(crate) fn below(&mut self, limit: usize) -> Result<usize, Damaged> {
        let word = usize::try_from(self.word()?).map_err(|_| Damaged)?;
        if word < limit { Ok(word) } else { Err(Damaged) }
    }

    /// A number below a limit, as a smaller type.
    pub(crate) fn number_below<T: TryFrom<usize>>(&mut self, limit: u32) -> Result<T, Damaged> {
        T::try_from(self.below(limit as usize)?).map_err(|_| Damaged)
    }

    /// A word of a smaller type.
    pub(crate) fn small<T: TryFrom<u64>>(&mut self) -> Result<T, Damaged> {
        T::try_from(self.word()?).map_err(|_| Damaged)
    }

    pub(crate) fn flag(&mut self) -> Result<bool, Damaged> {
        Ok(self.below(2)? == 1)
    }

    /// Words with their count before them.
    pub(crate) fn words(&mut self, most: usize) -> Result<Vec<u64>, Damaged> {
        let count = self.below(most.saturating_add(1))?;
        // A count alone reserves nothing.
        if count > self.left.len() / size_of::<u64>() {
            return Err(Damaged);
        }
        (0..count).map(|_| self.word()).collect()
    }

    /// As many words as there are places.
    pub(crate) fn fill(&mut self, places: &mut [u64]) -> Result<(), Damaged> {
        if self.below(places.len() + 1)? != places.len() {
            return Err(Damaged);
        }
        for place in places {
            *place = self.word()?;
        }
        Ok(())
    }

    /// Values with the numbers of their equal neighbours, as many as there are places.
    pub(crate) fn runs<T: Clone>(
        &mut self,
        places: &mut [T],
        read: impl Fn(&mut Self) -> Result<T, Damaged>,
    ) -> Result<(), Damaged> {
        let mut left = places;
        while !left.is_empty() {
            let count = self.below(left.len() + 1)?;
            if count == 0 {
                return Err(Damaged);
            }
            let (run, rest) = left.split_at_mut(count);
            run.fill(read(self)?);
            left = rest;
        }
        Ok(())
    }

    /// Nothing may follow.
    pub(crate) const fn end(&self) -> Result<(), Damaged> {
        if self.left.is_empty() {
            Ok(())
        } else {
            Err(Damaged)
        }
    }
}

/// The words before the checksum at the end of a file.
///
/// # Errors
/// If the checksum is not theirs.
pub(crate) fn checked(bytes: &[u8]) -> Result<Reader<'_>, Damaged> {
    let (words, sum) = bytes.split_last_chunk().ok_or(Damaged)?;
    if !words.len().is_multiple_of(size_of::<u64>()) {
        return Err(Damaged);
    }
    if sum_of(words) == u64::from_le_bytes(*sum) {
        Ok(Reader::new(words))
    } else {
        Err(Damaged)
    }
}

/// The checksum of words. Bytes after the last whole word do not count.
pub(crate) fn sum_of(words: &[u8]) -> u64 {
    let mut reader = Reader::new(words);
    let mut sum = 0;
    while let Ok(word) = reader.word() {
        sum = mixed(sum ^ word);
    }
    sum
}
