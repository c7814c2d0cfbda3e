//! What the emulator is compared with: the host's own arithmetic and copies with the same layout.

use std::hint::black_box;

use mnc2_emulator::simd::{self, Kernel, Vectors, on_vectors};

use crate::Ready;
use crate::emulator::REPEATED;
use mnc2_text::random::Random;

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
    match simd::vectors() {
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
        let value = |_| 1.0 + (random.bits() >> 41) as f32 / 8_388_608.0;
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

/// Copies of this many bytes, read and written together.
///
/// Both halves are of one buffer. Where two buffers lie a few bytes apart in their pages, the C library's `rep movsb` takes
/// twenty times as long on some hosts, and measures nothing.
#[must_use]
pub fn copy(bytes: usize) -> Ready {
    let mut both = vec![1_u8; bytes];
    Ready {
        run: Box::new(move || {
            let (source, copy) = both.split_at_mut(bytes / 2);
            for _ in 0..REPEATED {
                black_box(&mut *copy).copy_from_slice(black_box(source));
            }
        }),
        amount: REPEATED as u64,
        hash: 0,
    }
}
