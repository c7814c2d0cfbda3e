//! What the emulator is compared with: the host's own arithmetic and copies with the same layout.

use std::hint::black_box;

use mnc2_emulator::vectors::{self, Kernel, Vectors, on_vectors};

use crate::Ready;
use crate::emulator::REPEATED;
use crate::workload::Random;

/// `x · y + z` of single-precision values with one rounding each, as the host does it.
pub fn multiply_add(x: &[f32], y: &[f32], z: &[f32], output: &mut [f32]) {
    struct MultiplyAdd<'a>([&'a [f32]; 3], &'a mut [f32]);
    impl Kernel for MultiplyAdd<'_> {
        #[inline(always)]
        fn run(self) {
            let [x, y, z] = self.0;
            for (((output, &x), &y), &z) in self.1.iter_mut().zip(x).zip(y).zip(z) {
                *output = x.mul_add(y, z);
            }
        }
    }
    on_vectors(MultiplyAdd([x, y, z], output));
}

/// The vector units of the host that the emulator uses.
pub fn vectors() -> &'static str {
    match vectors::vectors() {
        Vectors::Avx512 => "AVX-512",
        Vectors::Avx2 => "AVX2",
        Vectors::Any => "none",
    }
}

/// Single words of one step.
const LANES: usize = 4096 * 2 * 4;

/// As many multiply-adds as several `fvfma` steps have.
#[must_use]
pub fn host() -> Ready {
    let values = |seed: u64| -> Vec<f32> {
        let mut random = Random::new(seed);
        let value = |_| 1.0 + (random.next() >> 41) as f32 / 8_388_608.0;
        (0..LANES).map(value).collect()
    };
    let [x, y, z] = [1, 2, 3].map(values);
    let mut output = vec![0.0; LANES];
    multiply_add(&x, &y, &z, &mut output);
    let hash = output.iter().fold(0_u64, |hash, value| {
        hash.rotate_left(5) ^ u64::from(value.to_bits())
    });
    Ready {
        run: Box::new(move || {
            for _ in 0..REPEATED {
                let (x, y, z) = (black_box(&x), black_box(&y), black_box(&z));
                multiply_add(x, y, z, black_box(&mut output));
            }
        }),
        amount: REPEATED as u64,
        hash,
    }
}

/// Copies words, with the widest vectors of the host that the emulator uses too.
///
/// The C library's copy is no measure: on some hosts its `rep movsb` takes ten times as long, depending on how far apart
/// the buffers are. `mask` is zero, which the compiler does not know: it would call the C library otherwise.
pub fn copy_words(from: &[u64], mask: u64, to: &mut [u64]) {
    struct Copy<'a>(&'a [u64], u64, &'a mut [u64]);
    impl Kernel for Copy<'_> {
        #[inline(always)]
        fn run(self) {
            for (to, from) in self.2.iter_mut().zip(self.0) {
                *to = from ^ self.1;
            }
        }
    }
    on_vectors(Copy(from, mask, to));
}

/// Copies of this many bytes, read and written together.
#[must_use]
pub fn copy(bytes: usize) -> Ready {
    let source = vec![1_u64; bytes / 16];
    let mut copy = vec![0_u64; bytes / 16];
    Ready {
        run: Box::new(move || {
            for _ in 0..REPEATED {
                copy_words(black_box(&source), black_box(0), black_box(&mut copy));
            }
        }),
        amount: REPEATED as u64,
        hash: 0,
    }
}
