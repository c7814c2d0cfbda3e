//! `.npy` files: NumPy's format version 1 for arrays of numbers of 2, 4 or 8 bytes.
//!
//! Only the shape of the numbers matters here, not what they mean: bits go to
//! the machine as they are. Versions 2 and 3 are read too; their header is
//! longer, but says the same.

/// What every file begins with.
const MAGIC: &[u8] = b"\x93NUMPY";
/// The header, with the magic, ends at a multiple of this.
const ALIGNMENT: usize = 64;

/// The long words of an array: two values of 4 bytes or four of 2 make one, the first on the MSB side.
///
/// # Errors
/// A sentence about what is not understood.
pub(super) fn read(bytes: &[u8]) -> Result<Vec<u64>, String> {
    let (header, data) = split(bytes).ok_or("this is no .npy file, or its header is cut off")?;
    let header = String::from_utf8_lossy(header);
    let descr = entry(&header, "descr").ok_or("the header does not say what the values are")?;
    let descr = descr.trim_matches(['\'', '"']);
    let (order, kind) = descr.split_at_checked(1).unwrap_or_default();
    let (big_endian, size) = match (order, kind.get(1..).map(str::parse::<usize>)) {
        ("<" | "=", Some(Ok(size))) => (false, size),
        (">", Some(Ok(size))) => (true, size),
        _ => return Err(format!("values of type `{descr}` are not understood")),
    };
    if !matches!(size, 2 | 4 | 8) || !kind.starts_with(['i', 'u', 'f']) {
        return Err(format!(
            "values of type `{descr}` are not understood: integers and floats of 2, 4 or 8 bytes are"
        ));
    }
    let shape = entry(&header, "shape").and_then(numbers);
    let shape = shape.ok_or("the header does not say how many values there are")?;
    if entry(&header, "fortran_order") == Some("True") && shape.len() > 1 {
        return Err("the array is in Fortran order; save it in C order".to_owned());
    }
    let announced = shape
        .iter()
        .try_fold(size, |bytes, &count| bytes.checked_mul(count));
    if announced != Some(data.len()) {
        return Err(format!(
            "{} bytes of data are not what the header announces",
            data.len()
        ));
    }
    if data.len() % 8 != 0 {
        return Err(format!(
            "{} bytes are no whole number of long words",
            data.len()
        ));
    }
    let value = |bytes: &[u8]| {
        let join = |bits: u64, &byte: &u8| (bits << 8) | u64::from(byte);
        if big_endian {
            bytes.iter().fold(0, join)
        } else {
            bytes.iter().rev().fold(0, join)
        }
    };
    let long_word = |bytes: &[u8]| {
        let values = bytes.chunks_exact(size).map(value);
        values.fold(0, |bits: u64, value| {
            bits.checked_shl(8 * size as u32).unwrap_or(0) | value
        })
    };
    Ok(data.chunks_exact(8).map(long_word).collect())
}

/// Header and data of a file.
fn split(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let rest = bytes.strip_prefix(MAGIC)?;
    let (version, rest) = rest.split_at_checked(2)?;
    let length_bytes = if version[0] == 1 { 2 } else { 4 };
    let (length, rest) = rest.split_at_checked(length_bytes)?;
    let length = length
        .iter()
        .rev()
        .fold(0, |length, &byte| (length << 8) | usize::from(byte));
    rest.split_at_checked(length)
}

/// The value of a key in the header's dictionary.
fn entry<'a>(header: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = header.split_once(&format!("'{key}':"))?;
    let rest = rest.trim_start();
    let end = if rest.starts_with('(') {
        rest.find(')')? + 1
    } else {
        rest.find([',', '}'])?
    };
    Some(rest[..end].trim())
}

/// The numbers of a shape such as `(2, 64)` or `(2,)`.
fn numbers(shape: &str) -> Option<Vec<usize>> {
    let list = shape.strip_prefix('(')?.strip_suffix(')')?;
    let numbers = list
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty());
    numbers.map(|number| number.parse().ok()).collect()
}

/// An array of long words, one row for each element.
pub(super) fn write(rows: &[Vec<u64>]) -> Vec<u8> {
    let columns = rows.first().map_or(0, Vec::len);
    let shape = match rows {
        [_] => format!("({columns},)"),
        _ => format!("({}, {columns})", rows.len()),
    };
    let mut header =
        format!("{{'descr': '<u8', 'fortran_order': False, 'shape': {shape}, }}").into_bytes();
    // Magic, version and length take 10 bytes, the line end one.
    let unpadded = MAGIC.len() + 4 + header.len() + 1;
    header.resize(
        header.len() + unpadded.next_multiple_of(ALIGNMENT) - unpadded,
        b' ',
    );
    header.push(b'\n');
    let mut bytes = MAGIC.to_vec();
    bytes.extend([1, 0]);
    bytes.extend((header.len() as u16).to_le_bytes());
    bytes.extend(header);
    for word in rows.iter().flatten() {
        bytes.extend(word.to_le_bytes());
    }
    bytes
}

#[cfg(test)]
mod tests {
    use super::{read, write};

    fn file(descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        file_in_order("False", descr, shape, data)
    }

    fn file_in_order(fortran: &str, descr: &str, shape: &str, data: &[u8]) -> Vec<u8> {
        let header =
            format!("{{'descr': '{descr}', 'fortran_order': {fortran}, 'shape': {shape}, }}\n");
        let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
        bytes.extend((header.len() as u16).to_le_bytes());
        bytes.extend(header.as_bytes());
        bytes.extend(data);
        bytes
    }

    #[test]
    fn what_is_written_is_read() {
        let rows = [vec![1, u64::MAX], vec![3, 4]];
        let bytes = write(&rows);
        assert_eq!(bytes.len(), 128 + 32);
        assert_eq!(read(&bytes), Ok(vec![1, u64::MAX, 3, 4]));
        assert!(String::from_utf8_lossy(&bytes).contains("'shape': (2, 2)"));
        assert!(String::from_utf8_lossy(&write(&rows[..1])).contains("'shape': (2,)"));
    }

    #[test]
    fn narrower_values_fill_from_the_msb_side() {
        let floats: Vec<u8> = [1.0_f32, -2.0]
            .iter()
            .flat_map(|value| value.to_le_bytes())
            .collect();
        assert_eq!(
            read(&file("<f4", "(2,)", &floats)),
            Ok(vec![0x3f80_0000_c000_0000])
        );
        let halves: Vec<u8> = [1_u16, 2, 3, 4]
            .iter()
            .flat_map(|value| value.to_be_bytes())
            .collect();
        assert_eq!(
            read(&file(">u2", "(4,)", &halves)),
            Ok(vec![0x0001_0002_0003_0004])
        );
        assert_eq!(
            read(&file("<f8", "(1,)", &1.5_f64.to_le_bytes())),
            Ok(vec![1.5_f64.to_bits()])
        );
    }

    #[test]
    fn what_is_not_understood_is_said() {
        for bytes in [
            b"no array".to_vec(),
            file("<c8", "(1,)", &[0; 8]),
            file("|u1", "(8,)", &[0; 8]),
            file("<f4", "(1,)", &[0; 4]),
            file("", "()", &[]),
            file("é8", "(1,)", &[0; 8]),
            file("<f4", "(1,)", &[])[..20].to_vec(),
            file("<u8", "(2,)", &[0; 8]),
            file("<u8", "(1,)", &[0; 16]),
            file("<u8", "(x,)", &[0; 8]),
            file("<u8", "1", &[0; 8]),
            file("<u8", "(18446744073709551615, 2)", &[0; 16]),
        ] {
            assert!(read(&bytes).is_err(), "{bytes:?}");
        }
    }

    /// Its columns would be taken for rows; of one row or of one number there is but one order.
    #[test]
    fn an_array_in_fortran_order_is_refused() {
        let read = |shape: &str| read(&file_in_order("True", "<u8", shape, &[0; 64]));
        let refused = Err("the array is in Fortran order; save it in C order".to_owned());
        assert_eq!(read("(2, 4)"), refused);
        assert_eq!(read("(2, 2, 2)"), refused);
        assert_eq!(read("(8,)"), Ok(vec![0; 8]));
    }

    #[test]
    fn a_number_alone_and_later_versions_are_read() {
        assert_eq!(
            read(&file("<u8", "()", &[7, 0, 0, 0, 0, 0, 0, 0])),
            Ok(vec![7])
        );
        // The length takes four bytes instead of two.
        let mut later = file(">i8", "(1,)", &[0, 0, 0, 0, 0, 0, 0, 7]);
        later[6] = 2;
        later.splice(10..10, [0, 0]);
        assert_eq!(read(&later), Ok(vec![7]));
    }
}
