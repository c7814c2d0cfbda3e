//! Tables of a profile.

use std::io::{self, Write};

use crate::output::{Look, Paint, visible};

/// Rows of cells; the last one is at the left, the others at the right.
pub(super) struct Table {
    rows: Vec<Vec<String>>,
    /// Whether the first cell is at the left too.
    starts_left: bool,
}

impl Table {
    pub(super) fn new(starts_left: bool, titles: &[&str]) -> Self {
        let titles = titles.iter().map(|title| (*title).to_owned());
        Self {
            rows: vec![titles.collect()],
            starts_left,
        }
    }

    /// Adds a row, with control characters of the program's text made visible.
    pub(super) fn row(&mut self, cells: Vec<String>) {
        let shown = |cell: String| visible(&cell).into_owned();
        self.rows.push(cells.into_iter().map(shown).collect());
    }

    pub(super) fn write(
        &self,
        out: &mut impl Write,
        ends_left: bool,
        look: Look,
    ) -> io::Result<()> {
        let columns = self.rows[0].len();
        let width = |column: usize| {
            let cells = self.rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for (number, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (column, cell) in row.iter().enumerate() {
                let width = widths[column];
                if column > 0 {
                    line.push_str("  ");
                }
                if column == 0 && self.starts_left {
                    line.push_str(&format!("{cell:<width$}"));
                } else if column + 1 == columns && ends_left {
                    line.push_str(cell);
                } else {
                    line.push_str(&format!("{cell:>width$}"));
                }
            }
            let line = line.trim_end();
            match number {
                0 => writeln!(out, "{}", look.paint(Paint::Heading, line))?,
                _ => writeln!(out, "{line}")?,
            }
        }
        Ok(())
    }
}
