//! Sessions over the real binary. Every message is validated against hand-written tables, and against the published
//! schema where `MNC2_DAP_SCHEMA` names it.

mod chaos;
mod client;
mod daily;
mod every_language;
mod languages;
mod lifecycle;
mod locations;
mod motion;
mod schema;
mod shapes;
mod tinytc;
mod turns;
mod types;
mod values;
mod views;

/// Each PE doubles its number twice; line 10 prints the number of one PE.
const DOUBLES: &str = "\
# == first ==
lpassa $peid $lr0
nop
nop

ladd $lr0 $lr0 $lr2
# == second ==
nop/2
ladd $lr2 $lr2 $lm0
d get $lr2n0c0b0m3p1 1
quit
";

/// A program that runs for some time.
fn long(lines: usize) -> String {
    "lpassa $lm0v $ln0v\n".repeat(lines)
}
