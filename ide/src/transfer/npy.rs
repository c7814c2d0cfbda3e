//! `.npy` files: NumPy's format version 1 for arrays of numbers of 2, 4 or 8 bytes. Versions 2 and 3 are read too;
//! their header is longer, but has the same content.

use mnc2_text::{Message, message};

use super::element_type::ElementType;

/// What every file begins with.
const MAGIC: &[u8] = b"\x93NUMPY";
/// The header, with the magic, ends at a multiple of this.
const ALIGNMENT: usize = 64;

/// An array in a file.
#[derive(Debug, PartialEq)]
pub(super) struct Array {
    /// The type of its values.
    pub(super) element_type: ElementType,
    /// The bits of its values, in C order.
    pub(super) values: Vec<u64>,
    /// The length of its last axis, if it has several.
    pub(super) columns: Option<usize>,
}

/// Reads an array.
///
/// # Errors
/// A sentence about the part that is not supported.
pub(super) fn read(bytes: &[u8]) -> Result<Array, Message> {
    let (header, data) =
        split(bytes).ok_or_else(|| message!("it is not a .npy file, or its header is cut off"))?;
    let header = String::from_utf8_lossy(header);
    let descr = entry(&header, "descr")
        .ok_or_else(|| message!("the header does not say what the values are"))?;
    let descr = descr.trim_matches(['\'', '"']);
    let (order, kind) = descr.split_at_checked(1).unwrap_or_default();
    let element_type = ElementType::from_numpy(kind).filter(|_| matches!(order, "<" | "=" | ">"));
    let Some(element_type) = element_type else {
        return Err(message!(
            "values of type `{descr}` are not supported: integers and floats of 2, 4 or 8 bytes are",
            descr
        ));
    };
    let shape = entry(&header, "shape").and_then(numbers);
    let shape =
        shape.ok_or_else(|| message!("the header does not say how many values there are"))?;
    if entry(&header, "fortran_order") == Some("True") && shape.len() > 1 {
        return Err(message!(
            "the array is in Fortran order; save it in C order"
        ));
    }
    let announced = shape
        .iter()
        .try_fold(element_type.bytes(), |bytes, &count| {
            bytes.checked_mul(count)
        });
    if announced != Some(data.len()) {
        return Err(message!(
            "it has {count:# byte|# bytes} of data, which is not what its header announces",
            count = data.len()
        ));
    }
    let join = |bits: u64, &byte: &u8| (bits << 8) | u64::from(byte);
    let values = data.chunks_exact(element_type.bytes()).map(|bytes| {
        if order == ">" {
            bytes.iter().fold(0, join)
        } else {
            bytes.iter().rev().fold(0, join)
        }
    });
    Ok(Array {
        element_type,
        values: values.collect(),
        columns: shape.last().copied().filter(|_| shape.len() > 1),
    })
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

/// The header of an array with one row for each element, or of a single row.
pub(super) fn header(element_type: ElementType, rows: usize, columns: usize) -> Vec<u8> {
    let shape = match rows {
        1 => format!("({columns},)"),
        _ => format!("({rows}, {columns})"),
    };
    let descr = element_type.numpy();
    let mut header =
        format!("{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}").into_bytes();
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
    bytes
}

#[cfg(test)]
mod tests {
    use super::super::element_type::ElementType;
    use super::{Array, header};

    /// The type's name and the values.
    fn read(bytes: &[u8]) -> Result<(&'static str, Vec<u64>), String> {
        let Array {
            element_type,
            values,
            ..
        } = super::read(bytes).map_err(|message| message.to_string())?;
        Ok((element_type.name(), values))
    }

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
        let single = ElementType::named("f32").expect("it exists");
        let mut bytes = header(single, 2, 1);
        assert_eq!(bytes.len(), 128);
        bytes.extend([1, 0, 0, 0, 0, 0, 128, 63]);
        assert_eq!(read(&bytes), Ok(("f32", vec![1, 0x3f80_0000])));
        assert!(String::from_utf8_lossy(&bytes).contains("'descr': '<f4'"));
        assert!(String::from_utf8_lossy(&bytes).contains("'shape': (2, 1)"));
        let row = header(single, 1, 2);
        assert!(String::from_utf8_lossy(&row).contains("'shape': (2,)"));
    }

    #[test]
    fn values_are_read_in_both_byte_orders() {
        assert_eq!(
            read(&file("<f4", "(2,)", &[0, 0, 128, 63, 0, 0, 0, 192])),
            Ok(("f32", vec![0x3f80_0000, 0xc000_0000]))
        );
        assert_eq!(
            read(&file(">u2", "(2, 2)", &[0, 1, 0, 2, 0, 3, 0, 4])),
            Ok(("u16", vec![1, 2, 3, 4]))
        );
        assert_eq!(
            read(&file("<f8", "(1,)", &1.5_f64.to_le_bytes())),
            Ok(("f64", vec![1.5_f64.to_bits()]))
        );
    }

    #[test]
    fn what_is_not_understood_is_said() {
        for bytes in [
            b"no array".to_vec(),
            file("<c8", "(1,)", &[0; 8]),
            file("|u1", "(8,)", &[0; 8]),
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

    /// Its columns would be taken for rows; with one row or one number both orders are equal.
    #[test]
    fn an_array_in_fortran_order_is_refused() {
        let read = |shape: &str| read(&file_in_order("True", "<u8", shape, &[0; 64]));
        let refused = Err("the array is in Fortran order; save it in C order".to_owned());
        assert_eq!(read("(2, 4)"), refused);
        assert_eq!(read("(2, 2, 2)"), refused);
        assert_eq!(read("(8,)"), Ok(("u64", vec![0; 8])));
    }

    #[test]
    fn a_number_alone_and_later_versions_are_read() {
        assert_eq!(
            read(&file("<u8", "()", &[7, 0, 0, 0, 0, 0, 0, 0])),
            Ok(("u64", vec![7]))
        );
        // The length takes four bytes instead of two.
        let mut later = file(">i8", "(1,)", &[0, 0, 0, 0, 0, 0, 0, 7]);
        later[6] = 2;
        later.splice(10..10, [0, 0]);
        assert_eq!(read(&later), Ok(("i64", vec![7])));
    }
}
