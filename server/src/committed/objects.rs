//! Objects of a git repository: each in a file of its own, or in packs as differences from each other.

use std::fs::{self, File};
use std::io::{Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

use miniz_oxide::inflate::decompress_to_vec_zlib_with_limit;

/// Largest object that is read.
const OBJECT_BYTES_MAX: usize = 16 << 20;
/// Differences that may lie between an object and what it is told by.
const DIFFERENCES_MAX: usize = 4096;
/// Object folders that a repository may borrow from.
const BORROWED_MAX: usize = 8;
/// Bytes before the content of an object in a file: kind, size, 0.
const HEADER_BYTES_MAX: usize = 64;

/// The name of an object: the SHA-1 of its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Id([u8; Id::BYTES]);

impl Id {
    /// Bytes of a name.
    pub(super) const BYTES: usize = 20;

    /// Reads the digits of a name, and nothing else.
    pub(super) fn parse(digits: &[u8]) -> Option<Self> {
        if digits.len() != 2 * Self::BYTES {
            return None;
        }
        let digit = |byte: u8| char::from(byte).to_digit(16).map(|digit| digit as u8);
        let mut bytes = [0; Self::BYTES];
        for (byte, pair) in bytes.iter_mut().zip(digits.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Self(bytes))
    }

    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Self)
    }

    fn digits(self) -> String {
        self.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A commit.
    Commit,
    /// A folder.
    Tree,
    /// A file.
    Blob,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Self::Commit => "commit",
            Self::Tree => "tree",
            Self::Blob => "blob",
        }
    }

    const fn of_number(number: u8) -> Option<Self> {
        match number {
            1 => Some(Self::Commit),
            2 => Some(Self::Tree),
            3 => Some(Self::Blob),
            _ => None,
        }
    }
}

/// An entry of a tree.
pub(super) struct Entry {
    /// Whether it is a tree, or else a file.
    pub(super) is_tree: bool,
    /// The object.
    pub(super) id: Id,
}

/// The entry of a tree with this name; `None` for what is neither tree nor file.
pub(super) fn entry(tree: &[u8], name: &str) -> Option<Entry> {
    let mut rest = tree;
    while !rest.is_empty() {
        let end = rest.iter().position(|&byte| byte == 0)?;
        let (head, tail) = (&rest[..end], rest.get(end + 1..)?);
        let id = Id::of_bytes(tail.get(..Id::BYTES)?)?;
        rest = &tail[Id::BYTES..];
        let space = head.iter().position(|&byte| byte == b' ')?;
        if head[space + 1..] != *name.as_bytes() {
            continue;
        }
        let is_tree = match &head[..space] {
            b"40000" => true,
            b"100644" | b"100755" => false,
            _ => return None,
        };
        return Some(Entry { is_tree, id });
    }
    None
}

/// The objects of a repository.
pub(super) struct Objects {
    folders: Vec<PathBuf>,
}

impl Objects {
    /// The objects in a folder, and in those that it borrows from.
    pub(super) fn new(folder: PathBuf) -> Self {
        let borrowed = fs::read_to_string(folder.join("info/alternates")).unwrap_or_default();
        let mut folders: Vec<PathBuf> = borrowed
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .take(BORROWED_MAX)
            .map(|line| folder.join(line))
            .collect();
        folders.insert(0, folder);
        Self { folders }
    }

    /// The content of an object, which must be of a kind.
    pub(super) fn read(&self, id: &Id, kind: Kind) -> Option<Vec<u8>> {
        let (found, content) = self
            .folders
            .iter()
            .find_map(|folder| alone(folder, id))
            .or_else(|| self.packed(id))?;
        (found == kind).then_some(content)
    }

    /// An object of a pack: the differences that tell it, back to an object that is whole.
    fn packed(&self, id: &Id) -> Option<(Kind, Vec<u8>)> {
        let mut differences = Vec::new();
        let mut place = self.find(id)?;
        let (kind, mut content) = loop {
            match read_packed(&mut place)? {
                Packed::Whole(kind, content) => break (kind, content),
                Packed::FromOffset(offset, difference) => {
                    differences.push(difference);
                    place.offset = offset;
                }
                Packed::FromId(base, difference) => {
                    differences.push(difference);
                    match self.find(&base) {
                        Some(next) => place = next,
                        None => {
                            break self
                                .folders
                                .iter()
                                .find_map(|folder| alone(folder, &base))?;
                        }
                    }
                }
            }
            if differences.len() > DIFFERENCES_MAX {
                return None;
            }
        };
        while let Some(difference) = differences.pop() {
            content = apply(&content, &difference)?;
        }
        Some((kind, content))
    }

    /// The pack that holds an object, and where.
    fn find(&self, id: &Id) -> Option<Place> {
        self.folders.iter().find_map(|folder| {
            fs::read_dir(folder.join("pack"))
                .ok()?
                .filter_map(|entry| Some(entry.ok()?.path()))
                .filter(|path| path.extension().is_some_and(|extension| extension == "idx"))
                .find_map(|index| {
                    let offset = offset_in(&index, id)?;
                    let pack = File::open(index.with_extension("pack")).ok()?;
                    Some(Place { pack, offset })
                })
        })
    }
}

/// An object in a file of its own.
fn alone(folder: &Path, id: &Id) -> Option<(Kind, Vec<u8>)> {
    let digits = id.digits();
    let (first, rest) = digits.split_at(2);
    let file = File::open(folder.join(first).join(rest)).ok()?;
    let mut packed = Vec::new();
    let limit = OBJECT_BYTES_MAX + HEADER_BYTES_MAX;
    file.take(limit as u64).read_to_end(&mut packed).ok()?;
    let mut content = decompress_to_vec_zlib_with_limit(&packed, limit).ok()?;
    let head = content
        .iter()
        .take(HEADER_BYTES_MAX)
        .position(|&byte| byte == 0)?;
    let kind = [Kind::Commit, Kind::Tree, Kind::Blob]
        .into_iter()
        .find(|kind| {
            let rest = content[..head].strip_prefix(kind.name().as_bytes());
            rest.is_some_and(|rest| rest.starts_with(b" "))
        })?;
    content.drain(..=head);
    Some((kind, content))
}

/// Numbers in an index of a pack are kept with the most significant byte first.
fn number_at(file: &mut File, at: u64) -> Option<u32> {
    let mut bytes = [0; 4];
    file.seek(SeekFrom::Start(at)).ok()?;
    file.read_exact(&mut bytes).ok()?;
    Some(u32::from_be_bytes(bytes))
}

/// Where an object begins in a pack, as its index of version 2 says.
fn offset_in(index: &Path, id: &Id) -> Option<u64> {
    const START: u64 = 8;
    const NAMES: u64 = START + 4 * 256;
    let mut file = File::open(index).ok()?;
    if number_at(&mut file, 0)? != 0xFF74_4F63 || number_at(&mut file, 4)? != 2 {
        return None;
    }
    // How many names begin with at most this byte.
    let up_to = |file: &mut File, byte: u8| number_at(file, START + 4 * u64::from(byte));
    let count = u64::from(up_to(&mut file, u8::MAX)?);
    let mut low = match id.0[0].checked_sub(1) {
        Some(before) => u64::from(up_to(&mut file, before)?),
        None => 0,
    };
    let mut high = u64::from(up_to(&mut file, id.0[0])?);
    while low < high {
        let middle = low.midpoint(high);
        let mut name = [0; Id::BYTES];
        file.seek(SeekFrom::Start(NAMES + Id::BYTES as u64 * middle))
            .ok()?;
        file.read_exact(&mut name).ok()?;
        match name.cmp(&id.0) {
            std::cmp::Ordering::Less => low = middle + 1,
            std::cmp::Ordering::Greater => high = middle,
            std::cmp::Ordering::Equal => {
                // Names and checksums come first; offsets of large packs stand in a table of their own.
                let offsets = NAMES + count * (Id::BYTES as u64 + 4);
                let offset = number_at(&mut file, offsets + 4 * middle)?;
                if offset >> 31 == 0 {
                    return Some(u64::from(offset));
                }
                let large = offsets + 4 * count + 8 * u64::from(offset & 0x7FFF_FFFF);
                let (most, least) = (
                    number_at(&mut file, large)?,
                    number_at(&mut file, large + 4)?,
                );
                return Some(u64::from(most) << 32 | u64::from(least));
            }
        }
    }
    None
}

/// An object in a pack.
struct Place {
    pack: File,
    offset: u64,
}

/// What a pack holds of an object.
enum Packed {
    Whole(Kind, Vec<u8>),
    FromOffset(u64, Vec<u8>),
    FromId(Id, Vec<u8>),
}

fn read_packed(place: &mut Place) -> Option<Packed> {
    let mut head = Vec::new();
    place.pack.seek(SeekFrom::Start(place.offset)).ok()?;
    (&mut place.pack)
        .take(HEADER_BYTES_MAX as u64)
        .read_to_end(&mut head)
        .ok()?;
    let mut bytes = head.iter().copied();
    let first = bytes.next()?;
    let (kind, mut size, mut shift) = (first >> 4 & 7, u64::from(first & 15), 4);
    let mut more = first & 0x80 != 0;
    while more {
        let byte = bytes.next()?;
        size |= u64::from(byte & 0x7F).checked_shl(shift)?;
        shift += 7;
        more = byte & 0x80 != 0;
    }
    let size = usize::try_from(size).ok()?;
    if size > OBJECT_BYTES_MAX {
        return None;
    }
    let base_offset = if kind == 6 {
        // Each further byte counts from 1, so that there is one way to write a number.
        let mut byte = bytes.next()?;
        let mut back = u64::from(byte & 0x7F);
        while byte & 0x80 != 0 {
            byte = bytes.next()?;
            back = back.checked_add(1)?.checked_mul(128)? | u64::from(byte & 0x7F);
        }
        // A base stands before what it tells, so that this comes to an end.
        Some(place.offset.checked_sub(back).filter(|_| back > 0)?)
    } else {
        None
    };
    let base_id = if kind == 7 {
        let name: Vec<u8> = bytes.by_ref().take(Id::BYTES).collect();
        Some(Id::of_bytes(&name)?)
    } else {
        None
    };
    let header_bytes = (head.len() - bytes.len()) as u64;
    let content = inflate_at(&mut place.pack, place.offset + header_bytes, size)?;
    match (base_offset, base_id) {
        (Some(offset), _) => Some(Packed::FromOffset(offset, content)),
        (None, Some(id)) => Some(Packed::FromId(id, content)),
        (None, None) => Some(Packed::Whole(Kind::of_number(kind)?, content)),
    }
}

/// The content of so many bytes that is kept compressed from an offset on.
fn inflate_at(pack: &mut File, offset: u64, size: usize) -> Option<Vec<u8>> {
    // What does not get smaller is stored with a few bytes more; behind it stands the next object.
    let most = size + size / 8 + 1024;
    let mut packed = Vec::new();
    pack.seek(SeekFrom::Start(offset)).ok()?;
    pack.take(most as u64).read_to_end(&mut packed).ok()?;
    let content = decompress_to_vec_zlib_with_limit(&packed, size).ok()?;
    (content.len() == size).then_some(content)
}

/// A number of a difference: seven bits a byte, the least significant first.
fn number(bytes: &mut impl Iterator<Item = u8>) -> Option<usize> {
    let (mut number, mut shift) = (0_u64, 0);
    loop {
        let byte = bytes.next()?;
        number |= u64::from(byte & 0x7F).checked_shl(shift)?;
        shift += 7;
        if byte & 0x80 == 0 {
            return usize::try_from(number).ok();
        }
    }
}

/// What a difference makes of a base: pieces of the base, and pieces of its own.
fn apply(base: &[u8], difference: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = difference.iter().copied();
    let (base_size, size) = (number(&mut bytes)?, number(&mut bytes)?);
    if base_size != base.len() || size > OBJECT_BYTES_MAX {
        return None;
    }
    let mut content = Vec::with_capacity(size);
    while let Some(order) = bytes.next() {
        if order & 0x80 == 0 {
            let own: Vec<u8> = bytes.by_ref().take(usize::from(order)).collect();
            if order == 0 || own.len() != usize::from(order) {
                return None;
            }
            content.extend(own);
        } else {
            let mut piece = |first: u8, count: u8| {
                (0..count).try_fold(0_usize, |number, index| {
                    let is_given = order >> (first + index) & 1 == 1;
                    let byte = if is_given { bytes.next()? } else { 0 };
                    Some(number | usize::from(byte) << (8 * index))
                })
            };
            let (start, length) = (piece(0, 4)?, piece(4, 3)?);
            // No length at all means the most that a version ago could be said.
            let length = if length == 0 { 0x10000 } else { length };
            content.extend_from_slice(base.get(start..start.checked_add(length)?)?);
        }
        if content.len() > size {
            return None;
        }
    }
    (content.len() == size).then_some(content)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_copy_and_insert() {
        let base = b"0123456789";
        // 10 bytes become 8: 4 from 2, then "ab", then 2 from 0.
        let difference = [10, 8, 0x91, 2, 4, 2, b'a', b'b', 0x90, 2];
        assert_eq!(apply(base, &difference).as_deref(), Some(&b"2345ab01"[..]));
        for wrong in [
            &[9, 0][..],
            &[10, 1, 0],
            &[10, 2, 2, b'a'],
            &[10, 9, 0x91, 2, 9],
            &[10, 1, 0x90, 2],
            &[0x80, 0x80],
            &[10, 3, 0x90, 2],
        ] {
            assert_eq!(apply(base, wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn names_and_trees_are_read_strictly() {
        let digits = "00112233445566778899aabbccddeeff01234567";
        let id = Id::parse(digits.as_bytes()).expect("a name");
        assert_eq!(id.digits(), digits);
        assert_eq!(Id::parse(b"0011"), None);
        assert_eq!(Id::parse(&[b'x'; 40]), None);

        let mut tree = b"100644 a\0".to_vec();
        tree.extend(id.0);
        tree.extend(b"40000 b\0");
        tree.extend(id.0);
        tree.extend(b"120000 c\0");
        tree.extend(id.0);
        let is_tree = |name| entry(&tree, name).map(|entry| entry.is_tree);
        assert_eq!(
            [is_tree("a"), is_tree("b"), is_tree("c"), is_tree("d")],
            [Some(false), Some(true), None, None]
        );
        assert!(entry(&tree[..20], "b").is_none());
    }
}
