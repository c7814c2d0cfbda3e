"""Round trips of NumPy's own arrays through `mnc2 run --load` and `--save`.

Usage: numpy_round_trip.py MNC2 FOLDER

What a long word of each memory must hold is worked out here from the array's
values, not from the bytes of its file: the first of several narrow values is
on the MSB side (manual 1.3).
"""

import math
import subprocess
import sys
from pathlib import Path

import numpy as np

MNC2, FOLDER = sys.argv[1], Path(sys.argv[2])

# Where an array goes, with the long words of one element; arrays of several elements go one after the other.
PLACES = [
    ("pdm0:0", 64, 1),
    ("pdm3:0x1000", 64, 1),
    ("dram2:0x40000", 64, 1),
    ("dram:64", 16, 4),
    ("l2bmn1c1:128", 64, 1),
    ("l1bmn0c1:64", 8, 8),
    ("lm0n0c0b0m0p0:0", 64, 1),
    ("lm1n3c1b7m15:32", 16, 4),
    ("grf0n1c0b3m2p1:8", 32, 1),
    ("grf1n0c0b0:0", 4, 64),
]

DTYPES = [
    "<u2", "<i2", "<f2", "<u4", "<i4", "<f4", "<u8", "<i8", "<f8",
    ">u2", ">f2", ">i4", ">f4", ">u8", ">f8",
]


def values(dtype, long_words, random):
    """Values with every kind of bit pattern, boundaries among them."""
    kind, size = np.dtype(dtype).kind, np.dtype(dtype).itemsize
    count = long_words * 8 // size
    if kind == "f":
        numbers = random.standard_normal(count) * 10.0 ** random.integers(-4, 5, count)
        numbers[:4] = [0.0, -0.0, np.inf, -1.5]
        return numbers.astype(dtype)
    limits = np.iinfo(dtype)
    numbers = random.integers(limits.min, limits.max, count, dtype=limits.dtype.newbyteorder("="), endpoint=True)
    numbers[:3] = [limits.min, limits.max, 1]
    return numbers.astype(dtype)


def shapes(array, elements):
    """The array as it is, in two and in three dimensions, and as a view that is not contiguous."""
    yield array
    yield array.reshape(elements, -1)
    yield array.reshape(2, -1, 2)
    wide = np.repeat(array, 2)
    yield wide[::2]


def chip_half(value):
    """The chip's half precision, 1-6-9 bits (manual 1.3), nearest to a float16; ties to even."""
    sign = 0x8000 if np.signbit(value) else 0
    value = abs(float(value))
    if value == 0:
        return sign
    if value == float("inf"):
        return sign | 63 << 9
    mantissa, exponent = math.frexp(value)
    # 10 significant bits; Python rounds to even.
    significand = round(mantissa * 1024)
    if significand == 1024:
        significand, exponent = 512, exponent + 1
    return sign | (exponent - 1 + 31) << 9 | significand - 512


def expected_long_words(array):
    """The long words as integers, from the values."""
    flat = np.ravel(array)
    size = flat.dtype.itemsize
    if flat.dtype.kind == "f" and size == 2:
        flat = np.array([chip_half(value) for value in flat], dtype=np.uint16)
    bits = flat.astype(flat.dtype.newbyteorder("=")).view(f"u{size}")
    words = []
    for first in range(0, len(bits), 8 // size):
        word = 0
        for value in bits[first : first + 8 // size]:
            word = word << (8 * size) | int(value)
        words.append(word)
    return np.array(words, dtype=np.uint64)


def run(*options):
    outcome = subprocess.run([MNC2, "run", "-", *options], input="nop\n", capture_output=True, text=True)
    if outcome.returncode != 0:
        sys.exit(f"mnc2 run {' '.join(options)}: {outcome.stderr}")


def round_trip(place, long_words, elements, array, version):
    source, target, raw = FOLDER / "in.npy", FOLDER / "out.npy", FOLDER / "out.bin"
    with open(source, "wb") as file:
        np.lib.format.write_array(file, np.ascontiguousarray(array), version=version)
    run("--load", f"{place}={source}", "--save", f"{place}+{long_words}={target}", "--save",
        f"{place}+{long_words}={raw}")
    expected = expected_long_words(array)
    saved = np.load(target, allow_pickle=False)
    where = f"{place}, {array.dtype.str}, shape {array.shape}, version {version}"
    assert saved.dtype == np.dtype("<u8"), where
    shape = (long_words,) if elements == 1 else (elements, long_words)
    assert saved.shape == shape, f"{where}: {saved.shape}"
    assert np.array_equal(saved.ravel(), expected), where
    assert np.array_equal(np.fromfile(raw, dtype="<u8"), expected), where
    # With its type it comes back as the same values. The chip's half precision has one bit of mantissa less.
    name = f"{array.dtype.kind}{8 * array.dtype.itemsize}"
    run("--load", f"{place}={source}", "--save", f"{place}+{long_words},{name}={target}")
    typed = np.load(target, allow_pickle=False)
    assert typed.dtype == array.dtype.newbyteorder("<"), where
    if name == "f16":
        # Values that round up to infinity were none of float16 before either.
        assert np.array_equal(expected_long_words(typed), expected), where
    else:
        assert np.array_equal(typed.ravel(), np.ravel(array)), where
    run("--load", f"{place}={source}", "--save", f"{place}+{long_words}={target}")
    # What was saved, by NumPy as raw bytes too, can be loaded again.
    expected.astype("<u8").tofile(raw)
    for again in (target, raw):
        run("--load", f"{place}={again}", "--save", f"{place}+{long_words}={FOLDER / 'again.npy'}")
        assert np.array_equal(np.load(FOLDER / "again.npy").ravel(), expected), where


def main():
    random = np.random.default_rng(1)
    trips = 0
    for place, long_words, elements in PLACES:
        for number, dtype in enumerate(DTYPES):
            array = values(dtype, long_words * elements, random)
            # Every shape somewhere, every type everywhere.
            for shape_number, shaped in enumerate(shapes(array, elements)):
                if shape_number == 0 or (number + shape_number) % 5 == 0:
                    round_trip(place, long_words, elements, shaped, ((1, 0), (2, 0))[number % 2])
                    trips += 1
    assert trips > len(PLACES) * len(DTYPES), trips
    print(f"{trips} round trips with NumPy {np.__version__}")


main()
