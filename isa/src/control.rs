//! Control and debug statements (manual 3.4), and the PE instructions that move no data: `nop`, `noforward`, `wait`.

use crate::instruction::instructions;
use crate::operand::{OperandClass, OperandSpec};
use crate::{Group, Mnemonic, Source};

instructions! {
    /// A control statement, debug statement or PE instruction without data.
    ControlOp in Control, Group::Control;

    Quit {
        title: "End of the program",
        mnemonic: Mnemonic::Fixed("quit"),
        operands: &[],
        doc: "Ends the program: this line and everything after it are ignored, errors included. Handy for \
              running only the beginning of a program.",
        effect: "the program ends before this line",
        example: "quit",
        section: "3.4.2",
    }

    DebugGet {
        title: "Debug get",
        mnemonic: Mnemonic::Fixed("d get"),
        operands: &[],
        words: "[<dtype>] <memory>[n<group_id>][c<l2b_id>][b<l1b_id>][m<mab_id>][p<pe_id>] <num_of_words>",
        doc: "Prints words of a memory while the emulator runs; it does not exist on the board. The scope \
              letters `n c b m p` choose group, L2B, L1B, MAB and PE; a missing one means all. `<dtype>` chooses \
              how the bits are shown (`d f h`, or `bd bf bg bh` for block floats); without it a long word is \
              shown as double, half words and integer. Matrix registers need a dtype, mask registers ignore it. \
              Every write issued before is visible. The count is in words of the operand's width (rows, entries, \
              cycles for `$x`, `$omr`, `$t`).",
        effect: "\
for each element in scope
  for i = 0:num_of_words
    print memory[addr + i words]",
        example: "d getd $lm0n0c0b0m0p0 1",
        section: "3.4.3",
    }

    DebugSet {
        title: "Debug set",
        mnemonic: Mnemonic::Fixed("d set"),
        operands: &[],
        words: "<memory>[n<group_id>][c<l2b_id>][b<l1b_id>][m<mab_id>][p<pe_id>] <num_of_words> <payload>",
        doc: "Writes words to L2BM, L1BM or a PE memory while the emulator runs; it does not exist on the board. \
              Scope as for `d get`. The payload lists long words: 16 hexadecimal digits each, or `l..`, \
              `s.._..`, `h.._.._.._..`; it must hold exactly as many as the count and the width ask for. A \
              single-word operand takes one long word per word and uses its upper half. PDM and DRAM cannot be \
              set; host statements write those.",
        effect: "\
for each element in scope
  for i = 0:num_of_words
    memory[addr + i words] = payload[i]",
        example: "d set $lm0n0c0b0m0p0 1 3FF0000000000000",
        section: "3.4.4",
    }

    Mask {
        title: "Write mask for the following lines",
        mnemonic: Mnemonic::Fixed("mask"),
        operands: &[],
        words: "[l|ll][r][s][t][m][n][k] <addr>",
        doc: "Sets the write mask of all following steps, up to the next `mask` line. Letters name the memories \
              that it applies to: `r s t m n` (LM with its base register) and `k` for the mask registers; the \
              number is the mask register entry. `ll` masks single words of 2 long words, otherwise the mask \
              works on the half words of the first long word. A mask on a single destination cancels this \
              setting for its whole step. `mask 0` ends it. It emits no instruction.",
        effect: "\
for all following steps
  write to a named memory only where mask[entry][cycle][word] == 1",
        example: "maskr 0b10001",
        section: "3.6.2.1",
    }

    HostWritePdm {
        title: "Host statement: write PDM",
        mnemonic: Mnemonic::Fixed("c"),
        operands: &[],
        words: "0 0 <tag> <tag> 0 <address> <length> <payload>",
        doc: "Passed to the emulator, which writes long words from the host to the PDM of group 0. Both numbers \
              are hexadecimal: the address has 9 digits, the length 6, in long words. It is not an instruction: it \
              is not counted and has no timing.",
        effect: "\
for i = 0:length
  MEM[0].pdm[address + i] = payload[i]",
        example: "c 0 0 i10 i00 0 000000000 000001 0000000000000000",
        section: "3.4",
        source: Source::Known("host-statements"),
    }

    HostReadPdm {
        title: "Host statement: read PDM",
        mnemonic: Mnemonic::Fixed("e"),
        operands: &[],
        words: "0 0 <tag> <tag> 0 <address> <length>",
        doc: "Passed to the emulator, which reads long words back from the PDM of group 0 to the host and prints \
              them in hexadecimal. The address has 9 digits, the length 6, in long words. It is not an instruction: \
              it is not counted and has no timing.",
        effect: "\
for i = 0:length
  print MEM[0].pdm[address + i]",
        example: "e 0 0 i11 i00 0 000000000 000001",
        section: "3.4",
        source: Source::Known("host-statements"),
    }

    HostFlush {
        title: "Host statement: flush",
        mnemonic: Mnemonic::Fixed("f"),
        operands: &[],
        doc: "Passed to the emulator, which flushes the traffic with the host. Nothing remains to be flushed \
              where every statement completes immediately.",
        effect: "flush",
        example: "f",
        section: "3.4",
        source: Source::Known("host-statements"),
    }

    HostWriteDram {
        title: "Host statement: write DRAM",
        mnemonic: Mnemonic::Fixed("r"),
        operands: &[],
        words: "<group> <address> <count> <payload>",
        doc: "Passed to the emulator, which writes long words to the DRAM of a group. The address has 9 \
              hexadecimal digits, the count 3, in long words. Testcases use it for their inputs. It is not an instruction: it is not counted and has no timing.",
        effect: "\
for i = 0:count
  MEM[group].dram[address + i] = payload[i]",
        example: "r 0 000000000 001 0000000000000000",
        section: "3.4",
        source: Source::Known("host-statements"),
    }

    Nop {
        title: "Do nothing",
        mnemonic: Mnemonic::Fixed("nop"),
        words: "[/<n>]",
        group: Group::Nop,
        operands: &[],
        doc: "Does nothing for one step of 4 cycles, or for `<n>` steps. Only `wait` may share its step. \
              Forwarding registers and the turnaround register keep their contents. Steps of `nop` are what \
              keeps dependent instructions far enough apart (manual 3.6.3).",
        effect: "\
for cycle = 0:4
  nothing",
        example: "nop/2",
        section: "3.6.5",
    }

    Noforward {
        title: "Keep the forwarding and turnaround registers",
        mnemonic: Mnemonic::Fixed("noforward"),
        group: Group::Noforward,
        operands: &[],
        doc: "Keeps `$mauf`, `$aluf`, `$mreadf`, `$lbf` and the turnaround register as they are, although other \
              expressions of the step compute. It can share a step with every PE instruction but `nop`, which implies \
              it.",
        effect: "the forwarding and turnaround registers are not updated in this step",
        example: "noforward; l2bmb $lc256 $lb0",
        section: "3.6.6",
    }

    Wait {
        title: "Wait for an MV instruction",
        mnemonic: Mnemonic::Fixed("wait"),
        group: Group::Wait,
        operands: &[OperandSpec::input("tag", OperandClass::Tag)],
        doc: "Holds back this step, and with it all following PE and MV instructions, until the MV instruction \
              with the tag has finished. It is not possible alone: it shares a step with another PE instruction, \
              `nop` at the least. The tag has two hexadecimal digits and is not 0. In the emulator every MV instruction finishes immediately, so nothing ever waits; the board needs it.",
        effect: "\
while the MV instruction with tag is running
  issue nop",
        example: "nop; wait i01",
        section: "3.6.13",
    }
}
