//! Encoders, decoders and formats: blocks, lengths, alphabets, signs.

use crate::laws::family::{Family, Kind, LAYOUT, law};
use crate::laws::layouts::{READ, WRITTEN};

/// The best known first.
pub static FAMILIES: &[Family] = &[
    law("round trip", "{g}_inverts_{f}", "g(f(x)) == x.as_bytes()").in_every_mode(),
    law("round trip", "{g}_inverts_{f}", "g(f(x).as_bytes()) == x").in_every_mode(),
    law("round trip", "{g}_inverts_{f}", "g(f(x)).as_bytes() == x").in_every_mode(),
    // What reads from the front of its input tells what it read, and leaves what follows.
    law("round trip", "{g}_inverts_{f}", "g(f(x)).0 == Ok(x)"),
    law("round trip", "{g}_inverts_{f}", "g(f(x)).0 == Some(x)"),
    law("round trip", "{g}_inverts_{f}", "g(f(x)).0 == x"),
    law("round trip of std", "reads_what_to_string_writes", "f(r.to_string()) == r").names(&["n"]),
    law("round trip of std", "reads_what_to_string_writes", "f(r.to_string().as_bytes()) == r").names(&["n"]),
    law("remainder of digits", "of_a_number_is_its_remainder_by_C", "f(r.to_string()) == r % C")
        .names(&["n"])
        .when("r >= 0"),
    law("round trip beside a sign", "reads_a_number_before_S", "f([r.to_string(), S].concat()) == r")
        .names(&["n"]),
    law("round trip beside a sign", "reads_a_number_behind_S", "f([S, r.to_string()].concat()) == r")
        .names(&["n"]),
    law(
        "round trip of parts",
        "reads_its_parts_with_S_between_them",
        "f([r.0.to_string(), S, r.1.to_string()].concat()) == r",
    )
    .names(&["parts"]),
    law(
        "round trip of parts",
        "reads_its_parts_with_S_between_them",
        "f([r.0.to_string(), S, r.1.to_string(), S, r.2.to_string()].concat()) == r",
    )
    .names(&["parts"]),
    law(LAYOUT, "reads_{parts}", READ),
    law(LAYOUT, "writes_its_parts", WRITTEN).implies(&["part of a text", "joined", "own alphabet", "form"]),
    // What follows is left for others.
    law("round trip before a rest", "is_read_by_{g}_up_to_its_end", "g([f(x), r].concat()) == (x, r)")
        .names(&["rest"])
        .implies(&["round trip"]),
    law("round trip before a rest", "is_read_by_{g}_up_to_its_end", "g([f(x), r].concat()) == (r, x)")
        .names(&["rest"])
        .implies(&["round trip"]),
    law(
        "round trip before a rest",
        "is_read_by_{g}_up_to_its_end",
        "g([f(x), r].concat()) == (x, f(x).len())",
    )
    .names(&["rest"])
    .implies(&["round trip", "round trip with a length"]),
    law("round trip before a rest", "is_read_by_{g}_up_to_its_end", "g([f(x), r].concat()).0 == x")
        .names(&["rest"])
        .implies(&["round trip"]),
    law("round trip at its length", "{g}_restores_{x}_at_its_length", "g(f(x), x.len()) == x"),
    law("round trip at its length", "{g}_restores_{x}_at_its_length", "g(f(x).0, x.len()) == x"),
    law("blocks", "works_on_blocks_of_B", "f([x, u].concat()) == [f(x), f(u)].concat()")
        .when("x.len() % B == 0")
        .of_integers()
        .names(&["more", "rest"])
        .implies(&["repetition"]),
    law("length of blocks", "accepts_multiples_of_B_only", "f(x).is_err() || x.len() % B == 0")
        .of_verdicts()
        .implies(&["left over"]),
    law("length of blocks", "accepts_multiples_of_B_only", "f(x).is_none() || x.len() % B == 0")
        .of_verdicts()
        .implies(&["left over"]),
    law("length of blocks", "accepts_multiples_of_B_only", "!f(x) || x.len() % B == 0").of_verdicts(),
    law("left over", "rejects_one_more_than_blocks_of_B", "f(x).is_err() || x.len() % B != 1").of_verdicts(),
    law("left over", "rejects_one_more_than_blocks_of_B", "f(x).is_none() || x.len() % B != 1").of_verdicts(),
    law("round trip of blocks", "{g}_inverts_{f}_on_blocks_of_B", "g(f(x)) == x")
        .when("x.len() % B == 0")
        .of_integers(),
    law("round trip of blocks", "{g}_inverts_{f}_on_blocks_of_B", "g(f(x)).as_bytes() == x")
        .when("x.len() % B == 0")
        .of_integers(),
    law("accepted length", "accepts_length_C_only", "f(x).is_err() || x.len() == C")
        .of_verdicts()
        .minor()
        .implies(BLOCKS),
    law("accepted length", "accepts_length_C_only", "f(x).is_none() || x.len() == C")
        .of_verdicts()
        .minor()
        .implies(BLOCKS),
    law("accepted length", "accepts_length_C_only", "!f(x) || x.len() == C").of_verdicts().implies(BLOCKS),
    // Lengths of what is written and of what is read.
    law("length of a code", "writes_4_characters_for_3_bytes", "f(x).len() == (x.len() + 2) / 3 * 4")
        .implies(LENGTHS),
    law("length of a code", "writes_8_characters_for_5_bytes", "f(x).len() == (x.len() + 4) / 5 * 8")
        .implies(LENGTHS),
    law(
        "length of a code",
        "writes_4_characters_for_3_bytes_or_fewer",
        "f(x).len() == (x.len() * 4 + 2) / 3",
    )
    .implies(LENGTHS),
    law(
        "length of a code",
        "writes_8_characters_for_5_bytes_or_fewer",
        "f(x).len() == (x.len() * 8 + 4) / 5",
    )
    .implies(LENGTHS),
    law("length of a code", "writes_3_characters_for_2_bytes", "f(x).len() == (x.len() * 3 + 1) / 2")
        .implies(LENGTHS),
    law("length of a code", "writes_5_characters_for_4_bytes", "f(x).len() == (x.len() + 3) / 4 * 5")
        .implies(LENGTHS),
    law(
        "length of a code",
        "writes_5_characters_for_4_bytes_or_fewer",
        "f(x).len() == (x.len() * 5 + 3) / 4",
    )
    .implies(LENGTHS),
    law("length of a code", "reads_4_bytes_from_5_characters", "f(x).len() == x.len() * 4 / 5")
        .implies(LENGTHS),
    law("length of a code", "reads_3_bytes_from_4_characters", "f(x).len() == x.len() * 3 / 4")
        .implies(LENGTHS),
    law("length of a code", "reads_5_bytes_from_8_characters", "f(x).len() == x.len() * 5 / 8")
        .implies(LENGTHS),
    law("length of a code", "reads_2_bytes_from_3_characters", "f(x).len() == x.len() * 2 / 3")
        .implies(LENGTHS),
    // By the number of bits.
    law("length of bits", "writes_1_character_for_4_bits_or_fewer", "f(x, y).len() == (y + 3) / 4")
        .implies(BITS),
    law("length of bits", "writes_1_character_for_5_bits_or_fewer", "f(x, y).len() == (y + 4) / 5")
        .implies(BITS),
    law("length of bits", "writes_1_character_for_6_bits_or_fewer", "f(x, y).len() == (y + 5) / 6")
        .implies(BITS),
    law("length of bits", "returns_1_byte_for_8_bits_or_fewer", "f(x, y).len() == (y + 7) / 8").implies(BITS),
    // What is written and what is read, by signs and lengths.
    law("own alphabet", "writes_its_alphabet_alone", "f(x).chars().all(|c| ALPHABET)")
        // What a value is displayed by is no alphabet.
        .except(&[Kind::Record])
        .implies(&["alphabet", "plain alphabet", "form"]),
    // What is left as it is.
    law("free of what is changed", "leaves_other_characters_alone", "f(x) == x")
        .when("x.chars().all(|c| !(TOUCHED))")
        .implies(&["of what is kept"]),
    law("free of what is changed", "leaves_texts_without_S_alone", "f(x) == x")
        .when("!x.contains(S)")
        .implies(&["of what is kept"]),
    law("of what is kept", "leaves_plain_texts_alone", "f(x) == x").when("x.chars().all(|c| KEPT)"),
    law(
        "own accepted alphabet",
        "accepts_its_alphabet_alone",
        "f(x).is_err() || x.chars().all(|c| ACCEPTED)",
    )
    .of_verdicts()
    .implies(ACCEPTED),
    law(
        "own accepted alphabet",
        "accepts_its_alphabet_alone",
        "f(x).is_none() || x.chars().all(|c| ACCEPTED)",
    )
    .of_verdicts()
    .implies(ACCEPTED),
    law("own accepted alphabet", "accepts_its_alphabet_alone", "!f(x) || x.chars().all(|c| ACCEPTED)")
        .of_verdicts()
        .implies(ACCEPTED),
    law("accepted length", "accepts_length_WIDTH_alone", "f(x).is_err() || x.len() == WIDTH")
        .of_verdicts()
        .minor()
        .implies(BLOCKS),
    law("accepted length", "accepts_length_WIDTH_alone", "f(x).is_none() || x.len() == WIDTH")
        .of_verdicts()
        .minor()
        .implies(BLOCKS),
    law("accepted length", "accepts_length_WIDTH_alone", "!f(x) || x.len() == WIDTH")
        .of_verdicts()
        .implies(BLOCKS),
    law(
        "least accepted length",
        "rejects_what_is_shorter_than_SHORTEST",
        "f(x).is_err() || x.len() >= SHORTEST",
    )
    .of_verdicts()
    .minor(),
    law(
        "least accepted length",
        "rejects_what_is_shorter_than_SHORTEST",
        "f(x).is_none() || x.len() >= SHORTEST",
    )
    .of_verdicts()
    .minor(),
    law("least accepted length", "rejects_what_is_shorter_than_SHORTEST", "!f(x) || x.len() >= SHORTEST")
        .of_verdicts()
        .minor(),
    // Alphabets.
    law("alphabet", "consists_of_digits", "f(x).chars().all(|c| c.is_ascii_digit())")
        .implies(&["plain alphabet"]),
    law("alphabet", "consists_of_hexadecimal_digits", "f(x).chars().all(|c| c.is_ascii_hexdigit())")
        .implies(&["plain alphabet"]),
    law("alphabet", "consists_of_letters_and_digits", "f(x).chars().all(|c| c.is_ascii_alphanumeric())")
        .implies(&["plain alphabet"])
        .minor(),
    law("plain alphabet", "consists_of_ascii", "f(x).is_ascii()").except(&[Kind::Record]),
    // What needs no code is marked by a sign.
    law("marked text", "adds_S_to_plain_texts", "f(x) == [x, S].concat()")
        .when("x.is_ascii() && !x.is_empty()"),
    law("marked text", "puts_S_before_plain_texts", "f(x) == [S, x].concat()")
        .when("x.is_ascii() && !x.is_empty()"),
    law("agrees with std", "tells_digits", "f(x) == x.chars().all(|c| c.is_ascii_digit())"),
    law("agrees with std", "tells_hexadecimal_digits", "f(x) == x.chars().all(|c| c.is_ascii_hexdigit())"),
    law("agrees with std", "tells_letters", "f(x) == x.chars().all(|c| c.is_alphabetic())"),
    law("agrees with std", "tells_letters_and_digits", "f(x) == x.chars().all(|c| c.is_alphanumeric())"),
    law("agrees with std", "tells_blank_texts", "f(x) == x.chars().all(|c| c.is_whitespace())"),
    law("agrees with std", "tells_lower_case", "f(x) == (x.to_lowercase() == x)"),
    law("agrees with std", "tells_upper_case", "f(x) == (x.to_uppercase() == x)"),
    law("accepted alphabet", "accepts_digits_only", "f(x).is_err() || x.chars().all(|c| c.is_ascii_digit())")
        .of_verdicts(),
    law(
        "accepted alphabet",
        "accepts_digits_only",
        "f(x).is_none() || x.chars().all(|c| c.is_ascii_digit())",
    )
    .of_verdicts(),
    law("accepted alphabet", "accepts_digits_only", "!f(x) || x.chars().all(|c| c.is_ascii_digit())")
        .of_verdicts(),
    law(
        "accepted alphabet",
        "accepts_hexadecimal_digits_only",
        "f(x).is_err() || x.chars().all(|c| c.is_ascii_hexdigit())",
    )
    .of_verdicts(),
    law(
        "accepted alphabet",
        "accepts_hexadecimal_digits_only",
        "f(x).is_none() || x.chars().all(|c| c.is_ascii_hexdigit())",
    )
    .of_verdicts(),
    law(
        "accepted alphabet",
        "accepts_hexadecimal_digits_only",
        "!f(x) || x.chars().all(|c| c.is_ascii_hexdigit())",
    )
    .of_verdicts(),
    law("accepted alphabet", "accepts_ascii_only", "f(x).is_err() || x.is_ascii()").of_verdicts().minor(),
    law("accepted alphabet", "accepts_ascii_only", "f(x).is_none() || x.is_ascii()").of_verdicts().minor(),
    law("accepted alphabet", "accepts_ascii_only", "!f(x) || x.is_ascii()").of_verdicts().minor(),
    // Signs.
    law("needed sign", "reads_what_begins_with_S_alone", "f(x).is_err() || x.starts_with(S)")
        .of_verdicts()
        .implies(WITHIN),
    law("needed sign", "reads_what_begins_with_S_alone", "f(x).is_none() || x.starts_with(S)")
        .of_verdicts()
        .implies(WITHIN),
    law("needed sign", "accepts_what_begins_with_S_alone", "!f(x) || x.starts_with(S)")
        .of_verdicts()
        .implies(WITHIN),
    law("needed sign", "reads_what_ends_with_S_alone", "f(x).is_err() || x.ends_with(S)")
        .of_verdicts()
        .implies(WITHIN),
    law("needed sign", "reads_what_ends_with_S_alone", "f(x).is_none() || x.ends_with(S)")
        .of_verdicts()
        .implies(WITHIN),
    law("needed sign", "accepts_what_ends_with_S_alone", "!f(x) || x.ends_with(S)")
        .of_verdicts()
        .implies(WITHIN),
    law("needed sign within", "reads_what_contains_S_alone", "f(x).is_err() || x.contains(S)").of_verdicts(),
    law("needed sign within", "reads_what_contains_S_alone", "f(x).is_none() || x.contains(S)").of_verdicts(),
    law("needed sign within", "accepts_what_contains_S_alone", "!f(x) || x.contains(S)").of_verdicts(),
    law("doubled sign", "reads_doubled_S_as_one", "f(x.replace(S, S.repeat(2))) == x"),
    law("sign in front", "ignores_S_in_front", "f([S, x].concat()) == f(x)").minor(),
    law("sign at the end", "ignores_S_at_the_end", "f([x, S].concat()) == f(x)").minor(),
    law("free of a sign", "contains_no_S", "!f(x).contains(S)").implies(PLACES),
    law("sign within", "has_no_S_around", "!f(x).starts_with(S) && !f(x).ends_with(S)"),
    law("sign alone", "never_repeats_S", "!f(x).contains(S.repeat(2))"),
    law("free of an element", "contains_no_{y}", "!f(x, y).contains(y)"),
    law("free of an element", "contains_no_0", "!f(x).contains(0)"),
    law("fixed beginning", "always_begins_the_same_way", "f(x).starts_with(BEGINNING)")
        .except(&[Kind::Record]),
    law("fixed end", "always_ends_the_same_way", "f(x).ends_with(ENDING)").except(&[Kind::Record]),
    law("added sign", "adds_only_S", "f(x).replace(S, \"\") == x.to_string()"),
    law("added sign", "adds_only_S", "f(x).replace(S, \"\") == x"),
    law("added sign", "adds_only_S_to_{g}", "f(x).replace(S, \"\") == g(x)").alone(),
    law("added sign", "adds_or_removes_only_S", "f(x).replace(S, \"\") == x.replace(S, \"\")"),
    law("minus sign", "writes_a_minus_sign", "f(-x) == [\"-\", f(x)].concat()").when("x > 0"),
    law("minus sign", "reads_a_minus_sign", "f([\"-\", x].concat()) == -f(x)"),
    law("plus sign", "ignores_a_plus_sign", "f([\"+\", x].concat()) == f(x)").minor(),
    law("leading zero", "ignores_a_leading_zero", "f([\"0\", x].concat()) == f(x)").minor(),
    // Numbers that are read digit by digit.
    law(
        "read by digits",
        "reads_digits_of_base_C",
        "f([x, e.to_string()].concat()) == f(x) * C + f(e.to_string())",
    )
    .names(&["digit"])
    .implies(&["leading zero", "read a zero"]),
    law("read a zero", "reads_a_further_0_as_a_factor_of_C", "f([x, \"0\"].concat()) == f(x) * C"),
    // Check digits.
    law("completion", "accepts_what_{g}_completes", "f([x, [e]].concat()) == (e == g(x))").names(&["digit"]),
    law("completion", "accepts_what_{g}_completes", "f([x, e.to_string()].concat()) == (e == g(x))")
        .names(&["digit"]),
    law("completion", "accepts_what_{g}_completes", "f(x * 10 + u) == (u == g(x))")
        .when("u < 10")
        .names(&["digit"]),
    law("completion", "accepts_what_{g}_completes", "f([x, [g(x)]].concat())"),
    law("completion", "accepts_what_{g}_completes", "f([x, g(x).to_string()].concat())"),
    law("completion", "accepts_what_{g}_completes", "f([x, g(x)].concat())"),
    law("completion", "accepts_what_{g}_completes", "f(x * 10 + g(x))"),
    law("completion", "is_0_once_its_result_is_appended", "f([x, [f(x)]].concat()) == 0"),
    law("completion", "is_0_once_its_result_is_appended", "f([x, f(x).to_string()].concat()) == 0"),
    law("completion", "is_0_once_its_result_is_appended", "f(x * 10 + f(x)) == 0")
        .requires("telling elements apart"),
    law(
        "one completion",
        "accepts_one_last_element",
        "e == d || !f([x, [e]].concat()) || !f([x, [d]].concat())",
    )
    .of_verdicts()
    .names(&["last", "other"]),
    law(
        "one completion",
        "accepts_one_last_character",
        "e == d || !f([x, e.to_string()].concat()) || !f([x, d.to_string()].concat())",
    )
    .of_verdicts()
    .names(&["last", "other"]),
    law(
        "one completion",
        "accepts_one_last_digit",
        "e == d || !f([x, e.to_string()].concat()) || !f([x, d.to_string()].concat())",
    )
    .of_verdicts()
    .when("e.is_ascii_digit() && d.is_ascii_digit()")
    .names(&["last", "other"]),
    law("one completion", "accepts_one_last_digit", "u == w || !f(x * 10 + u) || !f(x * 10 + w)")
        .of_verdicts()
        .when("u < 10 && w < 10")
        .names(&["digit", "other"]),
    law(
        "telling elements apart",
        "tells_the_last_element_apart",
        "e == d || f([x, [e]].concat()) != f([x, [d]].concat())",
    )
    .requires("between constants")
    .names(&["last", "other"]),
    law("telling elements apart", "tells_the_last_digit_apart", "u == w || f(x * 10 + u) != f(x * 10 + w)")
        .when("u < 10 && w < 10")
        .requires("between constants")
        .names(&["digit", "other"]),
    law(
        "telling elements apart",
        "tells_one_element_apart",
        "e == d || f([x, [e], u].concat()) != f([x, [d], u].concat())",
    )
    .requires("between bounds")
    .names(&["rest", "one", "other"]),
    law(
        "telling elements apart",
        "tells_one_character_apart",
        "e == d || f([x, e.to_string(), u].concat()) != f([x, d.to_string(), u].concat())",
    )
    .requires("between bounds")
    .names(&["rest", "one", "other"]),
    law(
        "noticing a change",
        "notices_a_changed_element",
        "e == d || !f([x, [e], u].concat()) || !f([x, [d], u].concat())",
    )
    .of_verdicts()
    .implies(&["one completion"])
    .names(&["rest", "one", "other"]),
    law(
        "noticing a change",
        "notices_a_changed_character",
        "e == d || !f([x, e.to_string(), u].concat()) || !f([x, d.to_string(), u].concat())",
    )
    .of_verdicts()
    .implies(&["one completion"])
    .names(&["rest", "one", "other"]),
    law(
        "noticing a change",
        "notices_a_changed_digit",
        "e == d || !f([x, e.to_string(), u].concat()) || !f([x, d.to_string(), u].concat())",
    )
    .of_verdicts()
    .when("e.is_ascii_digit() && d.is_ascii_digit()")
    .implies(&["one completion"])
    .names(&["rest", "one", "other"]),
    law(
        "noticing an exchange",
        "notices_an_exchange",
        "e == d || !f([x, [e], [d], u].concat()) || !f([x, [d], [e], u].concat())",
    )
    .of_verdicts()
    .names(&["rest", "one", "other"]),
    law(
        "noticing an exchange",
        "notices_an_exchange",
        "e == d || !f([x, e.to_string(), d.to_string(), u].concat()) \
            || !f([x, d.to_string(), e.to_string(), u].concat())",
    )
    .of_verdicts()
    .names(&["rest", "one", "other"]),
    law(
        "noticing an exchange",
        "notices_exchanged_digits",
        "u == w || !f((x * 10 + u) * 10 + w) || !f((x * 10 + w) * 10 + u)",
    )
    .of_verdicts()
    .when("u < 10 && w < 10")
    .names(&["digit", "other"]),
    // Zigzag codes.
    law("zigzag", "doubles_what_is_not_negative", "f(x) == x * 2").when("x >= 0").implies(ZIGZAG),
    law("zigzag", "makes_negative_numbers_odd", "f(x) == x * -2 - 1").when("x < 0").implies(ZIGZAG),
    law("zigzag", "makes_negative_numbers_odd_alone", "(f(x) % 2 == 1) == (x < 0)"),
    law("zigzag", "halves_even_numbers", "f(x) == x / 2").when("x % 2 == 0").of_integers().implies(ZIGZAG),
];

/// What a sign at one end says more than.
const WITHIN: &[&str] = &["needed sign within"];

/// What the absence of a sign says more than.
const PLACES: &[&str] = &["sign within", "sign alone"];

/// What a length that is accepted says more than.
const BLOCKS: &[&str] = &["length of blocks", "left over"];

/// What an alphabet that is accepted says more than.
const ACCEPTED: &[&str] = &["accepted alphabet"];

/// What the length of a code says more than.
const LENGTHS: &[&str] =
    &["shorter", "longer", "longer in bytes", "no longer in characters", "length of blocks"];

/// What a length told by a number of bits says more than.
const BITS: &[&str] = &["truncated length"];

/// What a formula for half of all numbers says more than.
const ZIGZAG: &[&str] =
    &["additive", "homogeneous", "bounded", "increasing", "monotone", "superadditive", "subadditive"];
