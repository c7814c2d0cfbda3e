//! The file of the program while it is debugged: edits that are saved become part of the run before it continues.

use mnc2_debug::chip::EditedProgram;
use mnc2_text::message;

use super::chip::snapshot;
use super::program::{Stamp, refusal_of};
use super::{Done, Session};

impl Session<'_> {
    /// Continues with the program as its file is now.
    ///
    /// # Errors
    /// If it cannot run; the run continues with the program as it was.
    pub(super) fn read_again(&mut self) -> Done<EditedProgram> {
        let control = self.inbox.control();
        let run = self.stopped()?;
        run.stamp = Stamp::for_path(&run.path);
        let (path, configuration) = (run.path.clone(), run.configuration.clone());
        let snapshot = snapshot(self.read_program(path)?, &configuration)?;
        let anyway = configuration.debug_anyway;
        let edited = self.work(|it| {
            let chip = it.chip()?;
            let edited = chip.debugger.replace(snapshot, anyway, control);
            chip.read_again();
            it.program()?.state_changed();
            edited.map_err(refusal_of)
        })?;
        self.place_breakpoints_again();
        Ok(edited)
    }

    /// Takes in what was saved since the program was read, before the run continues. Whether the run still is where it was.
    pub(super) fn follow_edit(&mut self) -> Done<bool> {
        let run = self.stopped()?;
        if Stamp::for_path(&run.path) == run.stamp {
            return Ok(true);
        }
        let Some(chip) = run.shown.as_chip() else {
            run.stamp = Stamp::for_path(&run.path);
            self.remark(&message!(
                "the file has changed: the run continues with the program as it was, and a restart reads it again"
            ));
            return Ok(true);
        };
        let before = chip.debugger.snapshot().text.clone();
        let edited = match self.read_again() {
            Ok(edited) => edited,
            Err(refusal) => {
                let reason = refusal.reason().ok_or(refusal)?;
                self.remark(&message!(
                    "the run continues with the program as it was before the edit: {reason}",
                    reason
                ));
                return Ok(true);
            }
        };
        let debugger = &self.chip()?.debugger;
        if debugger.snapshot().text == before {
            return Ok(true);
        }
        let line = debugger.line() + 1;
        self.remark(&if edited.is_same_state {
            message!("the program was edited after this point, and continues as it is now")
        } else {
            message!("the program was edited: the run is back at line {line}, the first that is different", line)
        });
        if edited.dropped_edits > 0 {
            self.remark(&message!(
                "{count:# change|# changes} of memory after it are forgotten",
                count = edited.dropped_edits
            ));
        }
        Ok(edited.is_same_state)
    }
}
