//! Linear algebra of mixed types against a model of its own: every element type of factors, α, β and result that the specification allows.

use half::{bf16, f16};
use mnc2_text::interface::Machine as _;
use mnc2_text::{Data, Fields};
use mnc2_tinytc::types::{Numbers, Scalar};
use mnc2_tinytc::{Document, Machine, Options};

const SCALARS: [Scalar; 11] = [
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::Index,
    Scalar::Bf16,
    Scalar::F16,
    Scalar::F32,
    Scalar::F64,
    Scalar::C32,
    Scalar::C64,
];

/// A number of the model; real and integer ones have no imaginary part.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Model {
    Integer(i128),
    Real(f64),
    Complex(f64, f64),
}

use Model::{Complex, Integer, Real};

/// A real number in a type, or in the type of the parts of a complex one.
fn rounded(number: f64, ty: Scalar) -> f64 {
    match ty {
        Scalar::Bf16 => bf16::from_f32(number as f32).to_f64(),
        Scalar::F16 => f16::from_f32(number as f32).to_f64(),
        Scalar::F32 | Scalar::C32 => f64::from(number as f32),
        _ => number,
    }
}

fn wrapped(number: i128, ty: Scalar) -> i128 {
    let bits = ty.size_bytes() * 8;
    let low = number & ((1 << bits) - 1);
    if low >> (bits - 1) == 1 {
        low - (1 << bits)
    } else {
        low
    }
}

impl Model {
    fn in_type(self, ty: Scalar) -> Self {
        let real = |number: f64| match ty.numbers() {
            Numbers::Complex => Complex(rounded(number, ty), 0.0),
            _ => Real(rounded(number, ty)),
        };
        match self {
            Integer(number) if ty.numbers() == Numbers::Integer => Integer(wrapped(number, ty)),
            Integer(number) => real(number as f64),
            Real(number) => real(number),
            Complex(re, im) => Complex(rounded(re, ty), rounded(im, ty)),
        }
    }

    /// Both numbers have the type.
    fn plus(self, other: Self, ty: Scalar) -> Self {
        match (self, other) {
            (Integer(left), Integer(right)) => Integer(wrapped(left + right, ty)),
            (Real(left), Real(right)) => Real(rounded(left + right, ty)),
            (Complex(a, b), Complex(c, d)) => Complex(rounded(a + c, ty), rounded(b + d, ty)),
            _ => panic!("{self:?} and {other:?} differ in their type"),
        }
    }

    fn times(self, other: Self, ty: Scalar) -> Self {
        let r = |number| rounded(number, ty);
        match (self, other) {
            (Integer(left), Integer(right)) => Integer(wrapped(left * right, ty)),
            (Real(left), Real(right)) => Real(r(left * right)),
            (Complex(a, b), Complex(c, d)) => {
                Complex(r(r(a * c) - r(b * d)), r(r(a * d) + r(b * c)))
            }
            _ => panic!("{self:?} and {other:?} differ in their type"),
        }
    }

    fn data(self) -> Data {
        match self {
            Integer(number) => Data::Integer(number),
            Real(number) => Data::Number(number),
            Complex(re, im) => Data::List(vec![Data::Number(re), Data::Number(im)]),
        }
    }
}

/// Numbers of a type whose products are not numbers of the type.
fn sample(ty: Scalar) -> [Model; 4] {
    match ty {
        Scalar::I8 => [100, -7, 127, -128].map(Integer),
        Scalar::I16 => [300, -181, 32767, 5].map(Integer),
        Scalar::I32 => [70_000, -65_537, 2_147_483_647, 3].map(Integer),
        Scalar::I64 | Scalar::Index => [3_000_000_000, -5, 1 << 62, 4_000_000_007].map(Integer),
        Scalar::Bf16 => [17.0, -0.5, 129.0, 1.5].map(Real),
        Scalar::F16 => [300.0, -0.5, 2047.0, 1.5].map(Real),
        Scalar::F32 => [4097.0, -0.5, 1.0e20, 1.0 / 3.0].map(|it| Real(rounded(it, ty))),
        Scalar::F64 => [1.0e10 / 3.0, -0.5, 7.0, 1.0 / 3.0].map(Real),
        Scalar::C32 => {
            [(4097.0, -3.0), (0.5, 1.0), (-1.0, 4097.0), (2.0, 0.0)].map(|(re, im)| Complex(re, im))
        }
        Scalar::C64 => [(1.0e10 / 3.0, -3.0), (0.5, 1.0), (-1.0, 0.1), (2.0, 0.0)]
            .map(|(re, im)| Complex(re, im)),
    }
}

fn run(text: &str, given: &[(&str, &[Model])], scalars: &[(&str, Model)]) -> Fields {
    let document = Document::new(text, &Options::default());
    let findings = document.findings(&|| false);
    let errors: Vec<_> = (findings.iter())
        .filter(|it| it.diagnostic.is_error())
        .collect();
    assert!(errors.is_empty(), "{errors:#?}\n{text}");
    let list = |numbers: &[Model]| Data::List(numbers.iter().map(|it| it.data()).collect());
    let lists = (given.iter()).map(|(name, numbers)| ((*name).to_owned(), list(numbers)));
    let scalars = (scalars.iter()).map(|(name, number)| ((*name).to_owned(), number.data()));
    let given: Fields = lists.chain(scalars).collect();
    let mut machine = Machine::new(&document).expect("a machine");
    machine.load(&given).expect("fitting arguments");
    while machine.line().is_some() {
        machine.step().expect("a run to the end");
    }
    machine.dump(&given, 1 << 20).expect("few numbers")
}

/// The sums of an instruction for each element of the result, in a type.
type Sums = fn(&[Model], &[Model], Scalar) -> Vec<Model>;

fn zero(ty: Scalar) -> Model {
    Integer(0).in_type(ty)
}

fn dot(pairs: &[(Model, Model)], ty: Scalar) -> Model {
    pairs.iter().fold(zero(ty), |sum, (left, right)| {
        sum.plus(left.in_type(ty).times(right.in_type(ty), ty), ty)
    })
}

/// The product of two matrices of 2 times 2 by columns.
fn product(a: &[Model], b: &[Model], ty: Scalar) -> Vec<Model> {
    let element = |row: usize, column: usize| {
        dot(
            &[(a[row], b[column * 2]), (a[row + 2], b[column * 2 + 1])],
            ty,
        )
    };
    vec![element(0, 0), element(1, 0), element(0, 1), element(1, 1)]
}

fn sums(a: &[Model], ty: Scalar) -> Vec<Model> {
    let total = |numbers: &[Model]| {
        (numbers.iter()).fold(zero(ty), |sum, number| sum.plus(number.in_type(ty), ty))
    };
    vec![total(&[a[0], a[2]]), total(&[a[1], a[3]])]
}

/// Instruction, sizes of A, B and C, and the sums.
const WITH_TWO_FACTORS: [(&str, &str, &str, &str, Sums); 4] = [
    ("gemm.n.n", "x2x2", "x2x2", "x2x2", product),
    ("gemv.n", "x2x2", "x2", "x2", |a, b, ty| {
        vec![
            dot(&[(a[0], b[0]), (a[2], b[1])], ty),
            dot(&[(a[1], b[0]), (a[3], b[1])], ty),
        ]
    }),
    ("ger", "x2", "x2", "x2x2", |a, b, ty| {
        let pairs = [(0, 0), (1, 0), (0, 1), (1, 1)];
        pairs.map(|(i, j)| dot(&[(a[i], b[j])], ty)).to_vec()
    }),
    ("hadamard", "x4", "x4", "x4", |a, b, ty| {
        (0..4).map(|at| dot(&[(a[at], b[at])], ty)).collect()
    }),
];

/// Instruction, its operand after A, sizes of A and of the result, and the sums.
const WITH_ONE_FACTOR: [(&str, &str, &str, &str, Sums); 3] = [
    ("axpby.n", "", "x4", "x4", |a, _, ty| {
        a.iter().map(|number| number.in_type(ty)).collect()
    }),
    ("sum.n", "", "x2x2", "x2", |a, _, ty| sums(a, ty)),
    ("cumsum", "0, ", "x4", "x4", |a, _, ty| {
        let mut sum = zero(ty);
        let next = |number: &Model| {
            sum = sum.plus(number.in_type(ty), ty);
            sum
        };
        a.iter().map(next).collect()
    }),
];

fn size(shape: &str) -> usize {
    let sizes = shape.split('x').skip(1);
    sizes
        .map(|it| it.parse::<usize>().expect("a size"))
        .product()
}

/// α times the sums plus β times C. `gemm` computes results of `f16` and `bf16` in `f32`.
fn updated(
    word: &str,
    c: Scalar,
    alpha: Model,
    beta: Model,
    before: &[Model],
    of: impl Fn(Scalar) -> Vec<Model>,
) -> Vec<Model> {
    let is_wide = word.starts_with("gemm") && matches!(c, Scalar::F16 | Scalar::Bf16);
    let ty = if is_wide { Scalar::F32 } else { c };
    let number = |(sum, before): (Model, &Model)| {
        let scaled = alpha.in_type(ty).times(sum, ty);
        let kept = beta.in_type(ty).times(before.in_type(ty), ty);
        scaled.plus(kept, ty).in_type(c)
    };
    of(ty).into_iter().zip(before).map(number).collect()
}

fn check(text: &str, given: &[(&str, &[Model])], scalars: &[(&str, Model)], expected: &[Model]) {
    let found = run(text, given, scalars);
    let found = found
        .iter()
        .find(|(name, _)| name == "C")
        .map(|(_, data)| data);
    let expected = Data::List(expected.iter().map(|it| it.data()).collect());
    assert_eq!(
        format!("{found:?}"),
        format!("{:?}", Some(expected)),
        "{text}"
    );
}

/// The narrowest type of α, and the type itself.
fn alphas(ty: Scalar) -> [(Scalar, Model); 2] {
    let narrow = SCALARS.into_iter().find(|it| it.is_promotable_to(ty));
    [narrow.unwrap_or(ty), ty].map(|ty| (ty, Integer(3).in_type(ty)))
}

#[test]
fn two_factors_are_multiplied_in_the_type_of_the_result() {
    let mut tried = 0;
    for a in SCALARS {
        for b in SCALARS {
            let Some(promoted) = a.promote(b) else {
                continue;
            };
            for c in SCALARS
                .into_iter()
                .filter(|&c| promoted.is_promotable_to(c))
            {
                for (alpha_type, alpha) in alphas(promoted) {
                    for (word, left, right, result, sums) in WITH_TWO_FACTORS {
                        let (beta, given) =
                            (Integer(2).in_type(c), [sample(a), sample(b), sample(c)]);
                        let text = format!(
                            "func @f(%a: {}, %b: {c}, %A: memref<{}{left}>, %B: memref<{}{right}>, %C: memref<{c}{result}>) {{
                                {word} %a, %A, %B, %b, %C
                            }}",
                            alpha_type.name(), a.name(), b.name(), c = c.name(),
                        );
                        let numbers = [
                            &given[0][..size(left)],
                            &given[1][..size(right)],
                            &given[2][..size(result)],
                        ];
                        let of = |ty| sums(numbers[0], numbers[1], ty);
                        let expected = updated(word, c, alpha, beta, numbers[2], of);
                        let named = [("A", numbers[0]), ("B", numbers[1]), ("C", numbers[2])];
                        check(&text, &named, &[("a", alpha), ("b", beta)], &expected);
                        tried += 1;
                    }
                }
            }
        }
    }
    assert!(tried > 1000, "{tried} combinations");
}

#[test]
fn one_factor_is_summed_in_the_type_of_the_result() {
    let mut tried = 0;
    for a in SCALARS {
        for c in SCALARS.into_iter().filter(|&c| a.is_promotable_to(c)) {
            for (alpha_type, alpha) in alphas(a) {
                for (word, mode, factor, result, sums) in WITH_ONE_FACTOR {
                    let (beta, given, before) = (Integer(2).in_type(c), sample(a), sample(c));
                    let text = format!(
                        "func @f(%a: {}, %b: {c}, %A: memref<{}{factor}>, %C: memref<{c}{result}>) {{
                            {word} %a, %A, {mode}%b, %C
                        }}",
                        alpha_type.name(), a.name(), c = c.name(),
                    );
                    let before = &before[..size(result)];
                    let expected =
                        updated(word, c, alpha, beta, before, |ty| sums(&given, &[], ty));
                    let named = [("A", &given[..]), ("C", before)];
                    check(&text, &named, &[("a", alpha), ("b", beta)], &expected);
                    tried += 1;
                }
            }
        }
    }
    assert!(tried > 200, "{tried} combinations");
}

#[test]
fn cooperative_matrices_are_multiplied_in_the_type_of_the_accumulator() {
    let mut tried = 0;
    for a in SCALARS {
        for b in SCALARS {
            let Some(promoted) = a.promote(b) else {
                continue;
            };
            for c in SCALARS
                .into_iter()
                .filter(|&c| promoted.is_promotable_to(c))
            {
                let given = [sample(a), sample(b), sample(c)];
                let text = format!(
                    "func @f(%A: memref<{a}x2x2>, %B: memref<{b}x2x2>, %C: memref<{c}x2x2>) {{
                        %z = constant 0 : index
                        parallel {{
                            %0 = cooperative_matrix_load.n %A[%z,%z] : coopmatrix<{a}x2x2,matrix_a>
                            %1 = cooperative_matrix_load.n %B[%z,%z] : coopmatrix<{b}x2x2,matrix_b>
                            %2 = cooperative_matrix_load.n %C[%z,%z] : coopmatrix<{c}x2x2,matrix_acc>
                            %3 = cooperative_matrix_mul_add %0, %1, %2 : coopmatrix<{c}x2x2,matrix_acc>
                            cooperative_matrix_store %3, %C[%z,%z]
                        }}
                    }}",
                    a = a.name(), b = b.name(), c = c.name(),
                );
                let products = product(&given[0], &given[1], c);
                let expected = products.into_iter().zip(&given[2]);
                let expected: Vec<Model> = expected.map(|(sum, &kept)| sum.plus(kept, c)).collect();
                let named = [
                    ("A", &given[0][..]),
                    ("B", &given[1][..]),
                    ("C", &given[2][..]),
                ];
                check(&text, &named, &[], &expected);
                tried += 1;
            }
        }
    }
    assert!(tried > 100, "{tried} combinations");
}

#[test]
fn products_of_narrow_integers_keep_their_high_bits() {
    let text =
        "func @f(%a: i16, %b: i32, %A: memref<i16x1x1>, %B: memref<i16x1x1>, %C: memref<i32x1x1>) {
        gemm.n.n %a, %A, %B, %b, %C
    }";
    let numbers: [(&str, &[Model]); 3] = [
        ("A", &[Integer(300)]),
        ("B", &[Integer(300)]),
        ("C", &[Integer(0)]),
    ];
    check(
        text,
        &numbers,
        &[("a", Integer(1)), ("b", Integer(0))],
        &[Integer(90_000)],
    );
}
