//! Exponentials, logarithms, sines and cosines, and what is defined by them.

use crate::laws::family::{Family, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    law("exponential of std", "is_the_exponential", "f(x) == x.exp()").implies(GROWING),
    law("logarithm of std", "is_the_natural_logarithm", "f(x) == x.ln()").implies(GROWING),
    law("sine of std", "is_the_sine", "f(x) == x.sin()").implies(WAVING),
    law("cosine of std", "is_the_cosine", "f(x) == x.cos()").implies(WAVING),
    law("exponential of std", "is_the_exponential_minus_1", "f(x) == x.exp() - 1").implies(GROWING),
    law("logarithm of std", "is_the_logarithm_of_{x}_plus_1", "f(x) == (x + 1).ln()").implies(GROWING),
    law("logistic function", "is_the_logistic_function", "f(x) * (1 + (-x).exp()) == 1").implies(GROWING),
    law("logit", "is_the_logarithm_of_the_odds", "f(x) == (x / (1 - x)).ln()").implies(GROWING),
    law("softplus", "is_the_softplus_function", "f(x).exp() == x.exp() + 1").implies(GROWING),
    law(
        "sum of exponentials",
        "is_the_logarithm_of_the_sum_of_exponentials",
        "f(x, y).exp() == x.exp() + y.exp()",
    )
    .symmetric(),
    law("hyperbolic sine", "is_half_the_difference_of_exponentials", "f(x) * 2 == x.exp() - (-x).exp()")
        .implies(GROWING),
    law("hyperbolic cosine", "is_half_the_sum_of_exponentials", "f(x) * 2 == x.exp() + (-x).exp()")
        .implies(&["even"]),
    law(
        "hyperbolic tangent",
        "is_the_ratio_of_hyperbolic_sine_and_cosine",
        "f(x) * (1 + (-x * 2).exp()) == 1 - (-x * 2).exp()",
    )
    .implies(GROWING),
    law("product logarithm", "inverts_{x}_times_its_exponential", "f(x * x.exp()) == x"),
    law("product logarithm", "times_its_exponential_is_{x}", "f(x) * f(x).exp() == x"),
    law("logarithm of the gamma function", "obeys_its_recurrence", "f(x + 1) == f(x) + x.ln()").when("x > 0"),
    law("haversine", "is_half_of_1_minus_the_cosine", "f(x) * 2 == 1 - x.cos()").implies(WAVING),
    law("cardinal sine", "times_{x}_is_the_sine", "f(x) * x == x.sin()").implies(&["even"]),
    law(
        "polar coordinates",
        "turns_polar_coordinates_into_cartesian_ones",
        "f(x, y) == (x * y.cos(), x * y.sin())",
    ),
    law(
        "polar coordinates",
        "turns_polar_coordinates_into_cartesian_ones",
        "f(x, y) == (y * x.cos(), y * x.sin())",
    ),
    law("direction", "is_the_unit_vector_at_{x}", "f(x) == (x.cos(), x.sin())"),
];

/// What these grow like says less.
const GROWING: &[&str] =
    &["increasing", "monotone", "odd", "exponential", "logarithmic", "reciprocal", "reflection", "bounded"];

/// What waves like these says less.
const WAVING: &[&str] = &["odd", "even", "least period", "periodic", "antiperiodic", "reflection"];
