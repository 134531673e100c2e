//! Points as pairs of coordinates: one, two, or many.

use crate::laws::family::{Family, law};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    // One point or vector.
    law("homogeneous", "grows_with_the_scale", "f((x.0 * p, x.1 * p)) == f(x) * p.abs()")
        .names(&["k"])
        .implies(SIGN),
    law("homogeneous", "grows_with_the_scale", "f((x.0 * p, x.1 * p, x.2 * p)) == f(x) * p.abs()")
        .names(&["k"])
        .implies(SIGN),
    law("homogeneous", "grows_with_the_scale", "f((x.0 * p, x.1 * p, x.2 * p, x.3 * p)) == f(x) * p.abs()")
        .names(&["k"])
        .implies(SIGN),
    law(
        "homogeneous of degree 2",
        "grows_with_the_square_of_the_scale",
        "f((x.0 * p, x.1 * p)) == f(x) * p * p",
    )
    .names(&["k"])
    .implies(SIGN),
    law(
        "homogeneous of degree 2",
        "grows_with_the_square_of_the_scale",
        "f((x.0 * p, x.1 * p, x.2 * p)) == f(x) * p * p",
    )
    .names(&["k"])
    .implies(SIGN),
    law(
        "homogeneous of degree 2",
        "grows_with_the_square_of_the_scale",
        "f((x.0 * p, x.1 * p, x.2 * p, x.3 * p)) == f(x) * p * p",
    )
    .names(&["k"])
    .implies(SIGN),
    law("mirrored coordinates", "ignores_the_order_of_coordinates", "f((x.1, x.0)) == f(x)"),
    law("opposite coordinates", "ignores_the_sign_of_its_coordinates", "f((-x.0, -x.1)) == f(x)"),
    law("opposite coordinates", "ignores_the_sign_of_its_coordinates", "f((-x.0, -x.1, -x.2)) == f(x)"),
    law("invariant under scaling", "ignores_the_scale", "f((x.0 * p, x.1 * p)) == f(x)")
        .when("p > 0")
        .names(&["k"]),
    law("invariant under scaling", "ignores_the_scale", "f((x.0 * p, x.1 * p, x.2 * p)) == f(x)")
        .when("p > 0")
        .names(&["k"]),
    law("homogeneous", "follows_the_scale", "f((x.0 * p, x.1 * p)) == (f(x).0 * p, f(x).1 * p)")
        .names(&["k"]),
    law(
        "homogeneous",
        "follows_the_scale",
        "f((x.0 * p, x.1 * p, x.2 * p)) == (f(x).0 * p, f(x).1 * p, f(x).2 * p)",
    )
    .names(&["k"]),
    law("opposite coordinates", "follows_the_sign", "f((-x.0, -x.1)) == (-f(x).0, -f(x).1)"),
    law("opposite coordinates", "follows_the_sign", "f((-x.0, -x.1, -x.2)) == (-f(x).0, -f(x).1, -f(x).2)"),
    // Two or three points.
    law(
        "invariant under a shift",
        "ignores_a_common_shift",
        "f((x.0 + w.0, x.1 + w.1, x.2 + w.2), (y.0 + w.0, y.1 + w.1, y.2 + w.2)) == f(x, y)",
    )
    .names(&["by"])
    .symmetric(),
    law(
        "homogeneous",
        "grows_with_the_scale",
        "f((x.0 * p, x.1 * p, x.2 * p), (y.0 * p, y.1 * p, y.2 * p)) == f(x, y) * p.abs()",
    )
    .names(&["k"])
    .symmetric(),
    law(
        "homogeneous in an argument",
        "is_homogeneous_in_{x}",
        "f((x.0 * p, x.1 * p, x.2 * p), y) == f(x, y) * p",
    )
    .names(&["k"])
    .symmetric(),
    law(
        "invariant under a shift",
        "ignores_a_common_shift",
        "f((x.0 + p, x.1 + q), (y.0 + p, y.1 + q), (z.0 + p, z.1 + q)) == f(x, y, z)",
    )
    .names(&["dx", "dy"]),
    law(
        "invariant under a shift",
        "ignores_a_common_shift",
        "f((x.0 + p, x.1 + q), (y.0 + p, y.1 + q)) == f(x, y)",
    )
    .names(&["dx", "dy"])
    .symmetric(),
    law(
        "equivariant under a shift",
        "follows_a_common_shift",
        "f((x.0 + p, x.1 + q), (y.0 + p, y.1 + q)) == (f(x, y).0 + p, f(x, y).1 + q)",
    )
    .names(&["dx", "dy"])
    .symmetric(),
    law(
        "homogeneous",
        "grows_with_the_scale",
        "f((x.0 * p, x.1 * p), (y.0 * p, y.1 * p), (z.0 * p, z.1 * p)) == f(x, y, z) * p.abs()",
    )
    .names(&["k"]),
    law(
        "homogeneous",
        "grows_with_the_scale",
        "f((x.0 * p, x.1 * p), (y.0 * p, y.1 * p)) == f(x, y) * p.abs()",
    )
    .names(&["k"])
    .symmetric(),
    law(
        "homogeneous of degree 2",
        "grows_with_the_square_of_the_scale",
        "f((x.0 * p, x.1 * p), (y.0 * p, y.1 * p), (z.0 * p, z.1 * p)) == f(x, y, z) * p * p",
    )
    .names(&["k"]),
    law(
        "homogeneous of degree 2",
        "grows_with_the_square_of_the_scale",
        "f((x.0 * p, x.1 * p), (y.0 * p, y.1 * p)) == f(x, y) * p * p",
    )
    .names(&["k"])
    .symmetric(),
    law("homogeneous in an argument", "is_homogeneous_in_{x}", "f((x.0 * p, x.1 * p), y) == f(x, y) * p")
        .names(&["k"])
        .symmetric(),
    law("mirrored coordinates", "ignores_mirroring", "f((x.1, x.0), (y.1, y.0)) == f(x, y)").symmetric(),
    law("mirrored coordinates", "changes_its_sign_when_mirrored", "f((x.1, x.0), (y.1, y.0)) == -f(x, y)")
        .symmetric(),
    law(
        "equivariant under a shift",
        "follows_a_common_shift",
        "f((x.0 + p, x.1 + q), (y.0 + p, y.1 + q)) == f(x, y).iter().map(|it| (it.0 + p, it.1 + q))",
    )
    .names(&["dx", "dy"])
    .symmetric(),
    // Many points.
    law(
        "invariant under a shift",
        "ignores_a_shift_of_its_points",
        "f(x.iter().map(|it| (it.0 + p, it.1 + q))) == f(x)",
    )
    .names(&["dx", "dy"]),
    law(
        "equivariant under a shift",
        "follows_a_shift_of_its_points",
        "f(x.iter().map(|it| (it.0 + p, it.1 + q))) == (f(x).0 + p, f(x).1 + q)",
    )
    .names(&["dx", "dy"]),
    law(
        "equivariant under a shift",
        "follows_a_shift_of_its_points",
        "f(x.iter().map(|it| (it.0 + p, it.1 + q))) == f(x).iter().map(|it| (it.0 + p, it.1 + q))",
    )
    .names(&["dx", "dy"]),
    law(
        "homogeneous of degree 2",
        "grows_with_the_square_of_the_scale",
        "f(x.iter().map(|it| (it.0 * p, it.1 * p))) == f(x) * p * p",
    )
    .names(&["k"]),
    law(
        "homogeneous",
        "grows_with_the_scale",
        "f(x.iter().map(|it| (it.0 * p, it.1 * p))) == f(x) * p.abs()",
    )
    .names(&["k"]),
    law(
        "homogeneous",
        "follows_the_scale_of_its_points",
        "f(x.iter().map(|it| (it.0 * p, it.1 * p))) == (f(x).0 * p, f(x).1 * p)",
    )
    .names(&["k"]),
    law("mirrored coordinates", "ignores_mirroring", "f(x.iter().map(|it| (it.1, it.0))) == f(x)"),
    law(
        "mirrored coordinates",
        "changes_its_sign_when_mirrored",
        "f(x.iter().map(|it| (it.1, it.0))) == -f(x)",
    ),
];

/// What scales say more than.
const SIGN: &[&str] = &["opposite coordinates"];
