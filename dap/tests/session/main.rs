//! Sessions over the real binary. Every message is validated against hand-written tables, and to the published
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

/// A session with most requests, validated against the published schema if it is available.
#[test]
fn messages_fit_the_schema() {
    motion::steps_go_forward_and_back();
    motion::breakpoints_stop_before_lines();
    motion::sections_and_instructions_have_breakpoints();
    motion::data_breakpoints_stop_in_both_directions();
    motion::assertions_stop_the_run();
    values::changes_of_memory_stay_in_the_run();
    values::memory_is_read_and_written_as_bytes();
    values::long_lists_come_in_pages();
    views::a_view_knows_where_the_run_stands();
    views::the_chip_and_its_memory_are_shown_at_every_moment();
    values::an_edited_program_goes_on_where_it_can();
    values::expressions_are_evaluated_and_completed();
    motion::other_places_are_gone_to();
    chaos::random_requests_are_answered();
    languages::a_program_goes_forward_and_back();
    languages::breakpoints_count_and_compare();
    languages::values_are_shown_and_watched();
    languages::random_requests_are_answered();
    tinytc::regions_are_entered_left_and_gone_back_into();
    tinytc::breakpoints_in_regions_stop_in_both_directions();
    tinytc::random_requests_are_answered();
    if schema::is_there() {
        assert!(schema::count() > 200);
        println!("{} messages held to the schema", schema::count());
    } else {
        println!("no schema: MNC2_DAP_SCHEMA names none, so 0 messages were held to it");
    }
}
