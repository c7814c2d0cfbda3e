//! The rows: words of other languages, and their equivalents here.

use Candidate::{Expression, Opcode};

use super::{Candidate, Meaning};
use mnc2_text::{Message, message};

/// A row for each list of words; `typed` ones can have a letter or suffix for the precision.
macro_rules! meanings {
    (@typed typed) => { true };
    (@typed plain) => { false };
    ($($words:literal $typed:ident: $answer:expr, [$($candidate:expr),* $(,)?];)*) => {
        pub(super) const MEANINGS: &[Meaning] = &[$(Meaning {
            words: $words,
            is_typed: meanings!(@typed $typed),
            answer: || $answer,
            candidates: &[$($candidate),*],
        }),*];
    };
}

fn copy() -> Message {
    message!(
        "a copy is `lpassa` between the memories of a PE, `imm` from an immediate value, `l1bmm` from L1BM to \
         the PEs, `l1bmd` back, `l2bmb` from L2BM to L1BM, and `mvp` between DRAM, PDM and L2BM"
    )
}

meanings! {
    "mov move movs movl movq mova movaps mv ld ldr ldg lds load lw assign set" plain:
    copy(),
    [Expression("lpassa {1} {0}"), Opcode("lpassa"), Opcode("imm"), Opcode("l1bmm"), Opcode("l1bmd"), Opcode("l2bmb"),
     Opcode("mvp/n64"), Expression("imm i\"{0}\" {1}"), Expression("imm f\"{0}\" {1}"), Expression("imm i\"{1}\" {0}"),
     Expression("imm f\"{1}\" {0}")];

    "copy cp cpy st str stg sts sw store pass passa" plain:
    copy(),
    [Opcode("lpassa"), Opcode("imm"), Opcode("l1bmm"), Opcode("l1bmd"), Opcode("l2bmb"), Opcode("mvp/n64"),
     Expression("imm i\"{0}\" {1}"), Expression("imm f\"{0}\" {1}"), Expression("imm i\"{1}\" {0}"),
     Expression("imm f\"{1}\" {0}")];

    "dmov fmov hmov imov lmov smov vmov" plain:
    message!("a copy is `lpassa`: it copies the bits without interpreting them, and changes no number"),
    [Opcode("lpassa")];

    "mul mult multiply times mulh mullo prod" typed:
    message!(
        "a product is `fvmul` in single and `hvmul` in half precision, and takes two steps, `dvmulu` and \
         `dvmuld`, in double precision; no instruction multiplies integers"
    ),
    [Opcode("fvmul"), Opcode("hvmul"), Opcode("dvmulu")];

    "fma mac mad madd mla maf axpy" typed:
    message!(
        "a multiply-add is `fvfma` in single and `hvfma` in half precision, and takes two steps, \
         `dvfmau` and `dvfmad`, in double precision: three inputs, then the output"
    ),
    [Opcode("fvfma"), Opcode("hvfma"), Opcode("dvfmau")];

    "add adds addl plus sum" typed:
    message!(
        "a sum is `ladd`, `iadd` or `sadd` of integers of 64, 32 or 16 bits, and `dvadd`, `fvadd` or `hvadd` \
         of floating-point numbers"
    ),
    [Opcode("iadd"), Opcode("ladd"), Opcode("sadd"), Opcode("fvadd"), Opcode("dvadd"), Opcode("hvadd")];

    "addi subi addiu andi ori xori muli" plain:
    message!(
        "only `imm` takes an immediate value: write it to a memory first, as in `imm i\"3\" $lr0v`; `iinc` \
         and `idec` add and subtract 1"
    ),
    [];

    "sub subs subl minus subtract" typed:
    message!(
        "a difference is `lsub`, `isub` or `ssub` of integers; of floating-point numbers it is a sum with a \
         minus sign, such as `fvadd $lm0v -$ln0v $lr0v`"
    ),
    [Opcode("isub"), Opcode("lsub"), Opcode("ssub"), Expression("fvadd {0} -{1} {2}"),
     Expression("dvadd {0} -{1} {2}"), Expression("hvadd {0} -{1} {2}")];

    "neg negate chs" typed:
    message!(
        "the MAU inverts the sign of its inputs: `fvpassa -$lm0v $lr0v`; an integer is subtracted from 0 by \
         `isub`"
    ),
    [Expression("fvpassa -{0} {1}"), Expression("dvpassa -{0} {1}"), Expression("hvpassa -{0} {1}")];

    "abs" typed:
    message!(
        "an absolute value is the greater of a number and its negative: `fvpassa -$lm0v $lr0v`, a step later \
         `fmax $lr0v $lm0v $ls0v`"
    ),
    [];

    "div divide rcp recip reciprocal rem mod quot" typed:
    message!(
        "there is no division: `frsqrt` approximates 1/√x, its square 1/x, and Newton's method refines that \
         by `fvfma`"
    ),
    [];

    "sqrt" typed:
    message!(
        "there is no square root: `frsqrt` approximates 1/√x, Newton's method refines it by `fvfma`, and x \
         times that is √x"
    ),
    [];

    "exp exp2 ex2 log log2 lg2 ln sin cos tan tanh pow sigmoid gelu softmax erf" typed:
    message!("no instruction computes this function: use a polynomial with `fvfma`, or a table"),
    [];

    "relu6 clip clamp clampf hardtanh sat saturate" typed:
    message!(
        "no instruction limits a value on both sides: `fmax` with the lower bound, then `fmin` with the upper one a \
         step later"
    ),
    [];

    "relu" typed:
    message!(
        "`frelu` passes its second input where the first is not negative: ReLU names the value twice, as in \
         `frelu $lm0v $lm0v $lr0v`"
    ),
    [Opcode("frelu"), Opcode("hrelu"), Opcode("drelu"), Expression("frelu {0} {0} {1}"),
     Expression("hrelu {0} {0} {1}"), Expression("drelu {0} {0} {1}")];

    "nand nor xnor eqv andn andc bic orn orc" typed:
    message!(
        "no instruction inverts what it combines: `iand`, `ior` or `ixor`, and `inot` of the result a step later"
    ),
    [];

    "popcnt popcount ctpop bitcount clz ctz lzcnt tzcnt ffs fls bsf brev bitrev rbit bswap" typed:
    message!(
        "no instruction counts or reverses bits: shifts such as `uilsr`, masks by `iand`, and sums by `iadd`"
    ),
    [];

    "shl sal sll slli lshift lsl" typed:
    message!("a left shift is `llsl`, `ilsl` or `slsl`, for elements of 64, 32 or 16 bits"),
    [Opcode("ilsl"), Opcode("llsl"), Opcode("slsl")];

    "shr srl srli rshift lsr" typed:
    message!(
        "a logical right shift is `ullsr`, `uilsr` or `uslsr`, for elements of 64, 32 or 16 bits; without `u` \
         the sign bit is kept"
    ),
    [Opcode("uilsr"), Opcode("ullsr"), Opcode("uslsr")];

    "sar sra srai asr ashr" typed:
    message!(
        "an arithmetic right shift is `llsr`, `ilsr` or `slsr`, for elements of 64, 32 or 16 bits; with `u` \
         it is a logical one"
    ),
    [Opcode("ilsr"), Opcode("llsr"), Opcode("slsr")];

    "rol rotl" typed:
    message!("a left rotation is `lbsl`, `ibsl` or `sbsl`, for elements of 64, 32 or 16 bits"),
    [Opcode("ibsl"), Opcode("lbsl"), Opcode("sbsl")];

    "ror rotr" typed:
    message!("a right rotation is `lbsr`, `ibsr` or `sbsr`, for elements of 64, 32 or 16 bits"),
    [Opcode("ibsr"), Opcode("lbsr"), Opcode("sbsr")];

    "cmp cmpi comp test tst slt sltu setp eq ne lt gt le ge" typed:
    message!(
        "a comparison is an operation that sets flags: `isub $lm0v $ln0v $omr1` sets the flags of mask \
         register 1 where the difference is not negative, and a destination with `/$imr1` is written only \
         there"
    ),
    [];

    "sel select csel fcsel cmov selp blend blendv blendvps merge vmerge vsel where ternary" typed:
    message!(
        "a selection is a copy with a mask: a step sets flags, such as `isub $lm0v $ln0v $omr1`, and \
         `lpassa $ln0v $lr0v/$imr1` is written only where they are set"
    ),
    [];

    "cvt convert cast conv trunc round" typed:
    message!(
        "`fftoi` makes integers of floating-point numbers, `r` after an opcode such as `dvpassar` shortens, \
         `e` after an input of the MAU extends, and `fbfn` makes block floats"
    ),
    [];

    "itof i2f int2float cvtsi2ss cvtsi2sd itofp sitofp float" plain:
    message!(
        "no instruction makes floating-point numbers of integers: put the integer into the mantissa of a \
         large number by `ior`, and subtract that number by `fvadd`"
    ),
    [];

    "li lui ldi ldc movi mvi loadi const immediate imm8 imm16 imm32 imm64 immf immi" plain:
    message!(
        "an immediate value is written by `imm i\"3\" $lr0v`: the value with its type and quotes, then the \
         destination"
    ),
    [Opcode("imm"), Expression("imm i\"{1}\" {0}"), Expression("imm f\"{1}\" {0}")];

    "clear clr reset zeros memset bzero setzero" plain:
    message!("`zero` clears its destination"),
    [Opcode("zero")];

    "swap xchg exch exchange" plain:
    message!("no instruction exchanges two values: keep one of them elsewhere, such as in `$t`"),
    [];

    "noop nops pause skip delay idle stall sleep" plain:
    message!("`nop` is a step that does nothing, `nop/3` is three of them"),
    [Opcode("nop")];

    "exit halt hlt end stop ret return abort terminate" plain:
    message!("a program ends with its last line; `quit` on a line of its own leaves out what follows it"),
    [Opcode("quit")];

    "jmp jump j jr jal jalr b br bra branch beq bne blt bge bgt ble bnez beqz jz jnz je jne jg jl goto loop call \
     bl bx blr if else elif endif for while do until repeat switch case break continue endfor" plain:
    message!(
        "there are no jumps, loops or calls: each line is executed once, from the first to the last; masks \
         such as `/$imr1` choose what is written, and a script writes lines that repeat"
    ),
    [];

    "sync fence barrier bar membar mfence dmb dsb isb syncthreads __syncthreads syncwarp __syncwarp waitall" plain:
    message!(
        "all PEs execute the same step at the same time: `nop` waits for what a step writes, `nop; wait i01` \
         for the MV instruction with the tag `i01`"
    ),
    [];

    "print printf puts dump show display debug echo" plain:
    message!("`d getf $lm0n0c0b0m0p0 4`, on a line of its own, prints words of a memory"),
    [];

    "push pop alloca malloc free" plain:
    message!("there is no stack: every memory is accessed by its address"),
    [];

    "broadcast bcast bcst" plain:
    message!("`l2bmb` broadcasts L2BM to the L1BMs, `l1bmm` L1BM to the MABs and `l1bmp` to the PEs"),
    [];

    "atom red atomic atomicadd atomicsub atomicmax atomicmin atomicand atomicor atomicxor atomicexch atomiccas cas amoadd" plain:
    message!(
        "there are no atomic operations: all PEs execute the same step at the same time, and reductions such as \
         `l1bmrffadd` combine their values"
    ),
    [];

    "reduce allreduce accumulate gather scatter warpreduce warpreducesum blockreduce reducesum reduceadd redux" plain:
    message!(
        "`l1bmrffadd` adds up the values of the MABs of an L1B, `l2bmrffadd` the values of the L1Bs; `l1bmd` and \
         `l2bmd` distribute and gather"
    ),
    [];

    "shfl shuffle permute perm rotate" plain:
    message!("`msl` and `msr` pass a long word to the next or the previous PE of the MAB"),
    [];

    "matmul gemm mma wmma matvec dot dp4a" typed:
    message!(
        "`fmmul` multiplies the matrix register, which `fmwrite` fills, with a vector; both are block floats, \
         made by `fbfn`"
    ),
    [Opcode("fmmul"), Opcode("hmmul"), Opcode("gmmul")];

    "transpose trans zip unzip interleave" plain:
    message!(
        "the matrix register transposes: `fmwrite $lm0v $lx0` writes rows, and `fmread $lx0 $lr0v` reads columns, in \
         separate steps"
    ),
    [];

    "dma memcpy transfer xfer memmove" plain:
    message!(
        "transfers between DRAM, PDM and L2BM are MV instructions, such as `mvp/n64 $d0@0 $lc0@0.0`: 64 long \
         words from the DRAM of group 0 to its L2B 0"
    ),
    [Opcode("mvp/n64")];

    "define equ def let var int double char const_" plain:
    message!("there are no names for values or addresses: memories are named by their letters and addresses"),
    [];
}
