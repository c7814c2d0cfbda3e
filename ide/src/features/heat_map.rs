//! Memories as numbers in rows, drawn with characters: the heat map where there is no picture.

use std::fmt::Write as _;

use mnc2_text::Grid;

/// The rows of a memory that are drawn.
const ROWS_MAX: usize = 256;
/// The columns that are drawn.
const COLUMNS_MAX: usize = 128;

/// From the least number to the greatest.
const SHADES: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

/// Draws each memory that holds something, with its least and its greatest number.
pub(super) fn write(grids: &[Grid], text: &mut String) {
    for grid in grids.iter().filter(|grid| !grid.rows.is_empty()) {
        let values = || grid.rows.iter().flat_map(|row| row.values.iter().copied());
        let finite = || values().filter(|value| value.is_finite());
        let (least, most) = finite()
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), it| {
                (least.min(it), most.max(it))
            });
        let name = &grid.name;
        if least > most {
            continue;
        }
        let _ = writeln!(
            text,
            "\n{name}  {} {least}  {} {most}",
            SHADES[0], SHADES[7]
        );
        let shade = |value: f64| match value.is_finite() {
            false => '?',
            true if least == most => SHADES[3],
            true => SHADES[(((value - least) / (most - least)) * 7.0).round() as usize],
        };
        let rows = grid.rows.iter().take(ROWS_MAX);
        let width = rows.clone().map(|row| row.name.chars().count()).max();
        let width = width.unwrap_or_default();
        for row in rows {
            let shades: String = row
                .values
                .iter()
                .take(COLUMNS_MAX)
                .map(|it| shade(*it))
                .collect();
            let _ = writeln!(text, "  {:>width$}  {shades}", row.name);
        }
        let more = grid.rows.len().saturating_sub(ROWS_MAX);
        if more > 0 {
            let _ = writeln!(text, "  … {more}");
        }
    }
}

#[cfg(test)]
mod tests {
    use mnc2_text::GridRow;

    use super::*;

    #[test]
    fn rows_are_drawn_between_the_least_and_the_greatest_number() {
        let row = |name: &str, values: &[f64]| GridRow {
            name: name.to_owned(),
            values: values.to_vec(),
        };
        let grid = |rows| Grid {
            name: "Local".to_owned(),
            rows_total: 8,
            columns: 2,
            rows,
        };
        let mut text = String::new();
        let rows = vec![row("0", &[0.0, 7.0]), row("10", &[f64::NAN, 3.0])];
        write(&[grid(rows), grid(Vec::new())], &mut text);
        write(&[grid(vec![row("0", &[1.0])])], &mut text);
        assert_eq!(
            text,
            "\nLocal  ▁ 0  █ 7\n   0  ▁█\n  10  ?▄\n\nLocal  ▁ 1  █ 1\n  0  ▄\n"
        );
    }
}
