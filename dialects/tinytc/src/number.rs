//! Floating point constants as C reads them.

/// The number of a constant, and whether it is in the range of double precision.
#[must_use]
pub fn parse(text: &str) -> (f64, bool) {
    let unsigned = text.trim_start_matches(['-', '+']);
    let (magnitude, is_fine) = match (unsigned, unsigned.strip_prefix("0x")) {
        ("inf", _) => (f64::INFINITY, true),
        ("nan", _) => (f64::NAN, true),
        (_, Some(digits)) => hexadecimal(digits),
        (_, None) => decimal(unsigned),
    };
    let number = if text.starts_with('-') {
        -magnitude
    } else {
        magnitude
    };
    (number, is_fine)
}

/// The number of digits with a point and a power of ten. One below the normal numbers is never exact.
fn decimal(text: &str) -> (f64, bool) {
    let number: f64 = text.parse().unwrap_or(f64::NAN);
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    let is_zero = mantissa.chars().all(|digit| matches!(digit, '0' | '.'));
    let is_normal = number.is_finite() && number >= f64::MIN_POSITIVE;
    (number, is_normal || is_zero)
}

/// A larger exponent changes nothing: no text has enough digits to balance it.
const EXPONENT_MAX: i64 = 1 << 40;

/// The number of digits with a point and a power of two, rounded to nearest even. As in C, one below the normal numbers is out of range
/// only if it is rounded.
fn hexadecimal(text: &str) -> (f64, bool) {
    let (mantissa, exponent) = text.split_once(['p', 'P']).unwrap_or((text, "0"));
    let mut exponent: i64 = exponent.parse().unwrap_or(if exponent.starts_with('-') {
        -EXPONENT_MAX
    } else {
        EXPONENT_MAX
    });
    exponent = exponent.clamp(-EXPONENT_MAX, EXPONENT_MAX);
    let (mut bits, mut is_fraction, mut sticky) = (0_u64, false, false);
    for digit in mantissa.chars() {
        let Some(digit) = digit.to_digit(16) else {
            is_fraction = true;
            continue;
        };
        if bits >> 58 == 0 {
            bits = bits << 4 | u64::from(digit);
            exponent -= if is_fraction { 4 } else { 0 };
        } else {
            sticky |= digit != 0;
            exponent += if is_fraction { 0 } else { 4 };
        }
    }
    if bits == 0 {
        return (0.0, true);
    }
    // The highest bit becomes the first one; the number is bits · 2^exponent.
    let shift = bits.leading_zeros();
    bits <<= shift;
    exponent -= i64::from(shift);
    let top = exponent + 63;
    // Of 64 bits, 53 are kept, fewer in subnormal numbers.
    let kept = (top + 1075).min(53);
    if kept < 0 {
        return (0.0, false);
    }
    let dropped = 64 - kept as u32;
    let (mut rounded, rest) = match dropped {
        64 => (0, bits),
        _ => (bits >> dropped, bits << (64 - dropped)),
    };
    let half = 1_u64 << 63;
    if rest > half || (rest == half && (sticky || rounded & 1 == 1)) {
        rounded += 1;
    }
    let power = top - 63 + i64::from(dropped);
    if power > 971 {
        return (f64::INFINITY, false);
    }
    // Both factors are exact, and so is their product, which was rounded above.
    let half_power = power / 2;
    let number =
        rounded as f64 * 2_f64.powi(half_power as i32) * 2_f64.powi((power - half_power) as i32);
    let is_exact = rest == 0 && !sticky;
    (number, number.is_finite() && (is_exact || top >= -1022))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, number: f64, is_fine: bool) {
        assert_eq!(parse(text), (number, is_fine), "{text}");
    }

    #[test]
    fn constants_of_c() {
        check("1.", 1.0, true);
        check("-.5", -0.5, true);
        check("+1e3", 1000.0, true);
        check("0x1.8p1", 3.0, true);
        check("-0x1p-1", -0.5, true);
        check("0xa.8", 10.5, true);
        check("0x0p+0", 0.0, true);
        check("0x1.fffffffffffff8p0", 2.0, true);
        check("0x1.fffffffffffff7p0", 2.0 - f64::EPSILON, true);
        check("0x1p-1022", f64::MIN_POSITIVE, true);
        check("0x1.fffffffffffffp1023", f64::MAX, true);
        check("0x1p1024", f64::INFINITY, false);
        check("1e999", f64::INFINITY, false);
        check("1e-999", 0.0, false);
        check("0x1p-1074", 5e-324, true);
        check("0x0.8p-1022", f64::MIN_POSITIVE / 2.0, true);
        check("0x1.8p-1074", 1e-323, false);
        check("0x1p-1075", 0.0, false);
        check("0x1.fffffffffffffp-1023", f64::MIN_POSITIVE, false);
        check("5e-324", 5e-324, false);
        check("0x1p9223372036854775807", f64::INFINITY, false);
        check("0x1p-9223372036854775807", 0.0, false);
        check("0.0e0", 0.0, true);
    }
}
