//! Numbers as C's `%g` prints them, which is how the dump shows every value (manual 3.4.3).

/// The number of significant digits.
const PRECISION: usize = 6;

/// Prints like C's `%g`: six significant digits, trailing zeros removed, an exponent of at least two
/// digits when it is below −4 or at least 6.
///
/// The digits of the exact decimal expansion, rounded to nearest, ties to even.
#[must_use]
pub fn general(value: f64) -> String {
    if value.is_nan() {
        return "nan".to_owned();
    }
    if value.is_infinite() {
        return value.to_string();
    }
    let scientific = format!("{value:.*e}", PRECISION - 1);
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if exponent < -4 || exponent >= PRECISION as i32 {
        format!("{}e{exponent:+03}", without_trailing_zeros(digits))
    } else {
        let decimals = (PRECISION as i32 - 1 - exponent) as usize;
        without_trailing_zeros(&format!("{value:.decimals$}")).to_owned()
    }
}

fn without_trailing_zeros(digits: &str) -> &str {
    if digits.contains('.') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        digits
    }
}

#[cfg(test)]
mod tests {
    use super::general;

    #[test]
    fn as_printf_does() {
        // Generated with printf("%g") of the GNU C library.
        for (value, expected) in [
            (0.0, "0"),
            (-0.0, "-0"),
            (1.0, "1"),
            (-1.0, "-1"),
            (0.1, "0.1"),
            (1.5, "1.5"),
            (2.765625, "2.76562"),
            (2.765635, "2.76564"),
            (3.4453125, "3.44531"),
            (5.421875, "5.42188"),
            (100.0, "100"),
            (123456.0, "123456"),
            (123456.5, "123456"),
            (123457.5, "123458"),
            (999999.0, "999999"),
            (999999.5, "1e+06"),
            (999999.4, "999999"),
            (1000000.0, "1e+06"),
            (1234567.0, "1.23457e+06"),
            (0.0001, "0.0001"),
            (0.00012345678, "0.000123457"),
            (0.00001, "1e-05"),
            (0.000099999949, "9.99999e-05"),
            (0.0000999999999, "0.0001"),
            (9.9999995e-5, "0.0001"),
            (6.984919309616089e-9, "6.98492e-09"),
            (2.0026813154528e-307, "2.00268e-307"),
            (-1.46007e144, "-1.46007e+144"),
            (1.7976931348623157e308, "1.79769e+308"),
            (2.2250738585072014e-308, "2.22507e-308"),
            (5e-324, "4.94066e-324"),
            (0.5, "0.5"),
            (1e21, "1e+21"),
            (1099511627776.0, "1.09951e+12"),
            (8388608.0, "8.38861e+06"),
            (f64::INFINITY, "inf"),
            (f64::NEG_INFINITY, "-inf"),
        ] {
            assert_eq!(general(value), expected, "{value:e}");
        }
    }
}
