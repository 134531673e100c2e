//! The programs of the experiment, and what was published of them.

/// A program.
pub struct Program {
    /// Its name in the paper, with what is ours behind it.
    pub name: &'static str,
    /// The functions that have sources.
    pub functions: &'static [&'static str],
    /// What its faults are.
    pub faults: Faults,
    /// What was published.
    pub published: Option<Published>,
    /// No kind has more sources.
    pub most: usize,
}

/// What counts as a fault.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Faults {
    /// Mutants of all operators.
    Mutants,
    /// The versions in `faults/number.toml`.
    Versions,
}

/// Published figures, in percent.
pub struct Published {
    /// How many faults there were.
    pub faults: usize,
    /// The mutation score of path-directed sources.
    pub score: f64,
    /// APFD of random, adaptive, concolic and path-directed sources.
    pub apfd: [f64; 4],
}

/// The program that has faulty versions.
pub const FAULTY: &str = "business::number::";
/// What stands before a version's name in its id.
pub const FAULT: &str = "#fault:";

const fn published(faults: usize, score: f64, apfd: [f64; 4]) -> Option<Published> {
    Some(Published { faults, score, apfd })
}

/// All of them.
pub const PROGRAMS: &[Program] = &[
    Program {
        name: "BAGGAGE",
        functions: &["business::baggage::excess_fee"],
        faults: Faults::Mutants,
        published: published(56, 73.21, [34.89, 42.32, 58.43, 61.35]),
        most: 34,
    },
    Program {
        name: "PHONE",
        functions: &["business::phone::monthly_bill"],
        faults: Faults::Mutants,
        published: published(112, 38.39, [21.55, 28.26, 27.84, 31.75]),
        most: 32,
    },
    Program {
        name: "PARKING",
        functions: &["business::parking::parking_fee"],
        faults: Faults::Mutants,
        published: published(754, 33.55, [26.88, 28.55, 30.15, 31.01]),
        most: 144,
    },
    Program {
        name: "CHARGE",
        functions: &["business::charge::transfer"],
        faults: Faults::Mutants,
        published: published(541, 71.16, [36.20, 42.67, 46.03, 53.48]),
        most: 25,
    },
    Program {
        name: "TAX",
        functions: &["business::tax::invoice"],
        faults: Faults::Mutants,
        published: published(1_565, 97.96, [61.73, 63.41, 69.76, 82.21]),
        most: 18,
    },
    Program {
        name: "MATH",
        functions: &[
            "business::math::binomial",
            "business::math::distance",
            "business::math::factorial",
            "business::math::gcd",
            "business::math::lcm",
            "business::math::normalise",
            "business::math::round",
        ],
        faults: Faults::Mutants,
        published: published(435, 94.71, [68.09, 69.14, 75.85, 83.64]),
        most: 68,
    },
    Program {
        name: "NUMBER",
        functions: &["business::number::create_number"],
        faults: Faults::Versions,
        published: published(8, 37.50, [26.88, 30.33, 33.00, 34.12]),
        most: 52,
    },
    Program {
        name: "NUMBER (mutants)",
        functions: &["business::number::create_number"],
        faults: Faults::Mutants,
        published: None,
        most: 52,
    },
];
