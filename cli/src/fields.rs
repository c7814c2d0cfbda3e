//! `mnc2 check --fields`: the instruction word of a step, bit by bit, and the fields that collide.
//!
//! In auto-stride mode the word has 292 bits in known places; for flat mode only the fields are known. A letter names
//! the expression that sets a bit, `X` marks a bit that two need to differ.

use std::borrow::Cow;
use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use mnc2_isa::Mode;
use mnc2_isa::field::{Component, Field, WORD_BITS};
use mnc2_program::rules::step::fields;
use mnc2_program::rules::step::fields::{Claim, Collision, Content};
use mnc2_program::{Program, Step};
use mnc2_review::Review;
use mnc2_text::line::part;

use crate::args::Drawn;
use crate::input::Source;
use crate::output::{Look, visible};

/// Bits on one line of the picture: the word takes four lines.
const ROW_BITS: u16 = 73;

/// The column of a field's meaning.
const INDENTATION: &str = "    ";

/// The styles of a picture; all are plain where there are no colours.
#[derive(Default)]
struct Styles {
    colliding: Style,
    dimmed: Style,
    name: Style,
}

impl Styles {
    fn new(look: Look) -> Self {
        if !look.is_colored {
            return Self::default();
        }
        Self {
            colliding: AnsiColor::BrightRed.on_default().bold(),
            dimmed: Style::new().dimmed(),
            name: Style::new().bold(),
        }
    }
}

/// Draws the selected steps of a program.
pub(crate) fn write(
    out: &mut impl Write,
    source: &Source,
    program: &Program,
    review: &Review,
    drawn: Drawn,
    look: Look,
) -> io::Result<()> {
    let end = review
        .quit_line()
        .map_or(program.len(), |line| line as usize);
    for ((index, line), text) in program.iter().enumerate().zip(source.lines()).take(end) {
        let Some(step) = line.step() else { continue };
        if matches!(drawn, Drawn::Line(wanted) if wanted as usize != index + 1) {
            continue;
        }
        let claims = fields::claims(step);
        let mut collisions = fields::collisions(step, &claims);
        if review.mode() == Mode::AutoStride {
            collisions.retain(|collision| !is_in_the_increment(collision, &claims));
        }
        if drawn == Drawn::Collisions && collisions.is_empty() {
            continue;
        }
        let word = Word {
            text,
            styles: Styles::new(look),
            step,
            mode: review.mode(),
            claims,
            collisions,
        };
        writeln!(out, "{}:{}", visible(&source.name), index + 1)?;
        word.draw(out, drawn != Drawn::Collisions)?;
        writeln!(out)?;
    }
    Ok(())
}

/// Whether addresses differ only after the first one, which another field holds in auto-stride mode.
fn is_in_the_increment(collision: &Collision, claims: &[Claim]) -> bool {
    let mut contents = collision.claims.iter().map(|&index| &claims[index].content);
    let Some(Content::Addresses([base, ..])) = contents.next() else {
        return false;
    };
    let (mut same_base, mut same_everywhere) = (true, true);
    for content in collision.claims.iter().map(|&index| &claims[index].content) {
        same_base &= matches!(content, Content::Addresses([first, ..]) if first == base);
        same_everywhere &= *content == claims[collision.claims[0]].content;
    }
    same_base && !same_everywhere
}

/// A step and its content of the word.
struct Word<'a> {
    text: &'a str,
    styles: Styles,
    step: &'a Step,
    mode: Mode,
    claims: Vec<Claim>,
    collisions: Vec<Collision>,
}

impl Word<'_> {
    fn draw(&self, out: &mut impl Write, all: bool) -> io::Result<()> {
        let name = self.styles.name;
        for (index, expression) in self.step.expressions.iter().enumerate() {
            writeln!(
                out,
                "  {}  {}",
                letter(index),
                self.slice(&expression.range)
            )?;
        }
        if self.mode == Mode::AutoStride {
            writeln!(out)?;
            self.picture(out)?;
        }
        let mut component = None;
        for &field in Field::ALL {
            let is_colliding = self.collision(field).is_some();
            let is_used = self.claims.iter().any(|claim| claim.field == field);
            if !is_colliding && (!all || !is_used) {
                continue;
            }
            let row = field.row();
            if component != Some(row.component) {
                component = Some(row.component);
                writeln!(out, "\n  {name}{}{name:#}", row.component.name())?;
            }
            self.field(out, field)?;
        }
        Ok(())
    }

    /// The 292 bits, with the parts of the word above them.
    fn picture(&self, out: &mut impl Write) -> io::Result<()> {
        let Styles {
            colliding, dimmed, ..
        } = self.styles;
        let bits = self.bits();
        for row in 0..WORD_BITS / ROW_BITS {
            let high = WORD_BITS - 1 - row * ROW_BITS;
            let low = high + 1 - ROW_BITS;
            writeln!(out, "      {dimmed}{}{dimmed:#}", heads(high, low))?;
            write!(out, " {high:>4} ")?;
            for bit in (low..=high).rev() {
                match bits[usize::from(bit)] {
                    'X' => write!(out, "{colliding}X{colliding:#}")?,
                    '.' => write!(out, "{dimmed}.{dimmed:#}")?,
                    letter => write!(out, "{letter}")?,
                }
            }
            writeln!(out)?;
        }
        Ok(())
    }

    /// The character for each bit, the lowest first.
    fn bits(&self) -> Vec<char> {
        let mut bits = vec!['.'; usize::from(WORD_BITS)];
        for claim in &self.claims {
            for bit in claim.field.row().bits.clone() {
                bits[usize::from(bit)] = letter(claim.expression);
            }
        }
        for collision in &self.collisions {
            let row = collision.field.row();
            let differing = self.differing(collision);
            for (place, bit) in row.bits.clone().enumerate() {
                if differing >> place & 1 == 1 {
                    bits[usize::from(bit)] = 'X';
                }
            }
        }
        bits
    }

    /// The bits of a field, counted from its lowest, that claims need to differ; all of them if that is not known, or
    /// if two that cannot share it need the same content.
    fn differing(&self, collision: &Collision) -> u32 {
        let contents = collision
            .claims
            .iter()
            .map(|&index| &self.claims[index].content);
        let numbers: Option<Vec<u32>> = contents.map(Content::bits).collect();
        let [first, others @ ..] = numbers.as_deref().unwrap_or_default() else {
            return u32::MAX;
        };
        match others.iter().fold(0, |all, number| all | (number ^ first)) {
            0 => u32::MAX,
            differing => differing,
        }
    }

    /// A field with what each expression needs of it.
    fn field(&self, out: &mut impl Write, field: Field) -> io::Result<()> {
        let Styles {
            colliding, dimmed, ..
        } = self.styles;
        let row = field.row();
        let collision = self.collision(field);
        let (mark, style) = match collision {
            Some(_) => ('X', colliding),
            None => (' ', Style::new()),
        };
        let names = fields::names(field, self.mode);
        let name = match (names.as_slice(), self.mode) {
            ([], _) => return Ok(()),
            ([first, .., last], _) => format!("{first} to {last}"),
            ([only], Mode::Flat) => only.clone(),
            ([only], Mode::AutoStride) => {
                let (low, high) = (row.bits.start(), row.bits.end());
                let bits = if low == high {
                    format!("bit {low}")
                } else {
                    format!("bits {high} to {low}")
                };
                format!("{only}, {bits}")
            }
        };
        let group = if collision.is_some() {
            format!(" ({})", row.claim)
        } else {
            String::new()
        };
        writeln!(
            out,
            "{style}{mark}{style:#} {name}{dimmed}{group}{dimmed:#}"
        )?;
        let size = usize::from(row.bits.end() - row.bits.start() + 1);
        let of_field: Vec<&Claim> = self
            .claims
            .iter()
            .filter(|claim| claim.field == field)
            .collect();
        let width = of_field
            .iter()
            .map(|claim| self.slice(&claim.range).chars().count())
            .max()
            .unwrap_or(0)
            .min(24);
        for claim in &of_field {
            let asked: String = self.slice(&claim.range).chars().take(24).collect();
            let content = self.content(&claim.content, size);
            let letter = letter(claim.expression);
            writeln!(out, "{INDENTATION}{letter}  {asked:<width$}  {content}")?;
        }
        let is_numbered =
            self.mode == Mode::AutoStride && of_field.iter().all(|it| it.content.bits().is_some());
        if let (Some(collision), true) = (collision, is_numbered) {
            let differing = self.differing(collision);
            let carets: String = (0..size)
                .rev()
                .map(|bit| if differing >> bit & 1 == 1 { '^' } else { ' ' })
                .collect();
            let space = " ".repeat(width + 5);
            let carets = carets.trim_end();
            writeln!(out, "{INDENTATION}{space}{colliding}{carets}{colliding:#}")?;
        }
        Ok(())
    }

    fn content(&self, content: &Content, size_bits: usize) -> String {
        match (content, self.mode) {
            (Content::Addresses(addresses), Mode::Flat) => {
                addresses.map(|address| address.to_string()).join(", ")
            }
            (Content::Bits(number) | Content::Meant(number, _), Mode::Flat) => number.to_string(),
            (Content::Words(words), _) => words.clone().into_owned(),
            (Content::Part(part), _) => (*part).to_owned(),
            (Content::Bits(_) | Content::Meant(..) | Content::Addresses(_), Mode::AutoStride) => {
                let number = content.bits().unwrap_or(0);
                format!("{number:0size_bits$b}  {number}")
            }
        }
    }

    fn collision(&self, field: Field) -> Option<&Collision> {
        self.collisions.iter().find(|it| it.field == field)
    }

    fn slice(&self, range: &std::ops::Range<u32>) -> Cow<'_, str> {
        visible(part(self.text, range))
    }
}

/// `a`, `b`, ... for the expressions of a step; those after `z` have no letter of their own.
fn letter(expression: usize) -> char {
    (b'a' + expression.min(25) as u8) as char
}

/// The names of the parts of the word above their bits, as far as they fit.
fn heads(high: u16, low: u16) -> String {
    let mut line = vec![' '; usize::from(high - low + 1)];
    let mut top = WORD_BITS;
    for component in Component::ALL {
        let bottom = top - component.width_bits();
        let (first, last) = (high.min(top - 1), low.max(bottom));
        if first >= last && first < top {
            let room = usize::from(first - last + 1);
            let name = format!("|{}", component.name());
            // A name begins where its part does, or where a line continues it.
            for (place, character) in name.chars().take(room).enumerate() {
                line[usize::from(high - first) + place] = character;
            }
        }
        top = bottom;
    }
    line.into_iter().collect::<String>().trim_end().to_owned()
}
