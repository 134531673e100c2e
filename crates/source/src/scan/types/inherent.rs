//! The methods that types of `std` have of their own, which a trait's method of the same name cannot be called beside.

use morph_relation::Type;

/// Whether `value.name()` calls a method of `std` where `value` is of this type.
pub fn has(ty: &Type, name: &str) -> bool {
    let own = match ty {
        Type::Ref(inner) | Type::Mut(inner) => return has(inner, name),
        Type::Int(_) => INTEGERS,
        Type::Float(_) => FLOATS,
        Type::Char => CHARACTERS,
        Type::Str | Type::String => TEXTS,
        Type::Slice(_) | Type::Array(..) | Type::Vec(_) => SEQUENCES,
        Type::Option(_) => OPTIONS,
        Type::Result(..) => RESULTS,
        _ => return false,
    };
    own.split(' ').chain(PRELUDE.split(' ')).any(|known| known == name)
}

/// Of the signed and the unsigned integers, those that are unstable included: these are warned of.
const INTEGERS: &str = "\
    abs abs_diff as_ascii as_ascii_unchecked bit_width borrowing_sub carrying_add carrying_carryless_mul \
    carrying_mul carrying_mul_add carryless_mul cast_signed cast_unsigned checked_abs checked_add \
    checked_add_signed checked_add_unsigned checked_div checked_div_euclid checked_div_exact checked_ilog \
    checked_ilog10 checked_ilog2 checked_isqrt checked_mul checked_neg checked_next_multiple_of \
    checked_next_power_of_two checked_pow checked_rem checked_rem_euclid checked_shl checked_shr \
    checked_signed_diff checked_sub checked_sub_signed checked_sub_unsigned clamp_magnitude count_ones count_zeros \
    deposit_bits div_ceil div_euclid div_exact div_floor eq_ignore_ascii_case escape_ascii extract_bits \
    format_into funnel_shl funnel_shr highest_one ilog ilog10 ilog2 is_ascii is_ascii_alphabetic \
    is_ascii_alphanumeric is_ascii_control is_ascii_digit is_ascii_graphic is_ascii_hexdigit is_ascii_lowercase \
    is_ascii_octdigit is_ascii_punctuation is_ascii_uppercase is_ascii_whitespace is_multiple_of is_negative \
    is_positive is_power_of_two isolate_highest_one isolate_lowest_one isqrt leading_ones leading_zeros lowest_one \
    make_ascii_lowercase make_ascii_uppercase midpoint next_multiple_of next_power_of_two overflowing_abs \
    overflowing_add overflowing_add_signed overflowing_add_unsigned overflowing_div overflowing_div_euclid \
    overflowing_mul overflowing_neg overflowing_pow overflowing_rem overflowing_rem_euclid overflowing_shl \
    overflowing_shr overflowing_sub overflowing_sub_signed overflowing_sub_unsigned pow rem_euclid reverse_bits \
    rotate_left rotate_right saturating_abs saturating_add saturating_add_signed saturating_add_unsigned \
    saturating_div saturating_mul saturating_neg saturating_pow saturating_sub saturating_sub_signed \
    saturating_sub_unsigned shl_exact shr_exact signum strict_abs strict_add strict_add_signed strict_add_unsigned \
    strict_div strict_div_euclid strict_mul strict_neg strict_pow strict_rem strict_rem_euclid strict_shl \
    strict_shr strict_sub strict_sub_signed strict_sub_unsigned swap_bytes to_ascii_lowercase to_ascii_uppercase \
    to_be to_be_bytes to_le to_le_bytes to_ne_bytes trailing_ones trailing_zeros unbounded_shl unbounded_shr \
    unchecked_add unchecked_disjoint_bitor unchecked_div_exact unchecked_mul unchecked_neg unchecked_shl \
    unchecked_shl_exact unchecked_shr unchecked_shr_exact unchecked_sub unsigned_abs widening_carryless_mul \
    widening_mul wrapping_abs wrapping_add wrapping_add_signed wrapping_add_unsigned wrapping_div \
    wrapping_div_euclid wrapping_mul wrapping_neg wrapping_next_power_of_two wrapping_pow wrapping_rem \
    wrapping_rem_euclid wrapping_shl wrapping_shr wrapping_sub wrapping_sub_signed wrapping_sub_unsigned";

/// Of `f32` and `f64`.
const FLOATS: &str = "\
    abs abs_sub acos acosh algebraic_add algebraic_div algebraic_mul algebraic_rem algebraic_sub asin asinh atan \
    atan2 atanh cbrt ceil clamp clamp_magnitude classify copysign cos cosh div_euclid erf erfc exp exp2 exp_m1 \
    floor fract gamma hypot is_finite is_infinite is_nan is_normal is_sign_negative is_sign_positive is_subnormal \
    ln ln_1p ln_gamma log log10 log2 max maximum midpoint min minimum mul_add next_down next_up powf powi recip \
    rem_euclid round round_ties_even signum sin sin_cos sinh sqrt tan tanh to_be_bytes to_bits to_degrees \
    to_int_unchecked to_le_bytes to_ne_bytes to_radians total_cmp trunc";

/// Of `char`.
const CHARACTERS: &str = "\
    as_ascii as_ascii_unchecked encode_utf16 encode_utf8 eq_ignore_ascii_case escape_debug escape_default \
    escape_unicode is_alphabetic is_alphanumeric is_ascii is_ascii_alphabetic is_ascii_alphanumeric \
    is_ascii_control is_ascii_digit is_ascii_graphic is_ascii_hexdigit is_ascii_lowercase is_ascii_octdigit \
    is_ascii_punctuation is_ascii_uppercase is_ascii_whitespace is_control is_digit is_lowercase is_numeric \
    is_uppercase is_whitespace len_utf16 len_utf8 make_ascii_lowercase make_ascii_uppercase to_ascii_lowercase \
    to_ascii_uppercase to_digit to_lowercase to_uppercase";

/// Of `str` and `String`.
const TEXTS: &str = "\
    as_ascii as_ascii_unchecked as_bytes as_bytes_mut as_mut_ptr as_mut_str as_mut_vec as_ptr as_str bytes \
    capacity ceil_char_boundary char_indices chars clear contains drain encode_utf16 ends_with \
    eq_ignore_ascii_case escape_debug escape_default escape_unicode extend_from_within find floor_char_boundary \
    get get_mut get_unchecked get_unchecked_mut insert insert_str into_boxed_bytes into_boxed_str into_bytes \
    into_chars into_raw_parts into_string is_ascii is_char_boundary is_empty leak len lines lines_any \
    make_ascii_lowercase make_ascii_uppercase match_indices matches parse pop push push_str remove remove_matches \
    repeat replace replace_first replace_last replace_range replacen reserve reserve_exact retain rfind \
    rmatch_indices rmatches rsplit rsplit_once rsplit_terminator rsplitn shrink_to shrink_to_fit \
    slice_mut_unchecked slice_unchecked split split_ascii_whitespace split_at split_at_checked split_at_mut \
    split_at_mut_checked split_inclusive split_off split_once split_terminator split_whitespace splitn starts_with \
    strip_circumfix strip_prefix strip_suffix substr_range to_ascii_lowercase to_ascii_uppercase to_lowercase \
    to_uppercase trim trim_ascii trim_ascii_end trim_ascii_start trim_end trim_end_matches trim_left \
    trim_left_matches trim_matches trim_prefix trim_right trim_right_matches trim_start trim_start_matches \
    trim_suffix truncate try_reserve try_reserve_exact";

/// Of slices, arrays and `Vec`.
const SEQUENCES: &str = "\
    align_to align_to_mut align_to_uninit_mut allocator append array_windows as_array as_ascii as_ascii_unchecked \
    as_bytes as_bytes_mut as_chunks as_chunks_mut as_chunks_unchecked as_chunks_unchecked_mut as_flattened \
    as_flattened_mut as_mut_array as_mut_ptr as_mut_ptr_range as_mut_slice as_non_null as_ptr as_ptr_range \
    as_rchunks as_rchunks_mut as_simd as_simd_mut as_slice as_str assume_init assume_init_drop assume_init_mut \
    assume_init_ref binary_search binary_search_by binary_search_by_key capacity chunk_by chunk_by_mut chunks \
    chunks_exact chunks_exact_mut chunks_mut clear clone_from_slice concat connect const_make_global contains \
    copy_from_slice copy_within dedup dedup_by dedup_by_key drain each_mut each_ref element_offset ends_with \
    eq_ignore_ascii_case escape_ascii extend_from_slice extend_from_within extract_if fill fill_with first \
    first_chunk first_chunk_mut first_mut get get_disjoint_mut get_disjoint_unchecked_mut get_mut get_unchecked \
    get_unchecked_mut insert insert_mut into_array into_boxed_slice into_chunks into_flattened into_parts \
    into_parts_with_alloc into_raw_parts into_raw_parts_with_alloc into_vec is_ascii is_empty is_sorted \
    is_sorted_by is_sorted_by_key iter iter_mut join last last_chunk last_chunk_mut last_mut leak len \
    make_ascii_lowercase make_ascii_uppercase map partial_sort_unstable partial_sort_unstable_by \
    partial_sort_unstable_by_key partition_dedup partition_dedup_by partition_dedup_by_key partition_point \
    peek_mut pop pop_if push push_mut push_within_capacity rchunks rchunks_exact rchunks_exact_mut rchunks_mut \
    recycle remove repeat reserve reserve_exact resize resize_with retain retain_mut reverse rotate_left \
    rotate_right rsplit rsplit_array_mut rsplit_array_ref rsplit_mut rsplit_once rsplitn rsplitn_mut \
    select_nth_unstable select_nth_unstable_by select_nth_unstable_by_key set_len shift_left shift_right shrink_to \
    shrink_to_fit sort sort_by sort_by_cached_key sort_by_key sort_floats sort_unstable sort_unstable_by \
    sort_unstable_by_key spare_capacity_mut splice split split_array_mut split_array_ref split_at split_at_checked \
    split_at_mut split_at_mut_checked split_at_mut_unchecked split_at_spare_mut split_at_unchecked split_first \
    split_first_chunk split_first_chunk_mut split_first_mut split_inclusive split_inclusive_mut split_last \
    split_last_chunk split_last_chunk_mut split_last_mut split_mut split_off split_off_first split_off_first_mut \
    split_off_last split_off_last_mut split_off_mut split_once splitn splitn_mut starts_with strip_circumfix \
    strip_prefix strip_suffix subslice_range swap swap_remove swap_unchecked swap_with_slice to_ascii_lowercase \
    to_ascii_uppercase to_vec to_vec_in transpose trim_ascii trim_ascii_end trim_ascii_start trim_prefix \
    trim_suffix truncate try_map try_remove try_reserve try_reserve_exact try_shrink_to try_shrink_to_fit \
    utf8_chunks windows write_clone_of_slice write_copy_of_slice write_filled write_iter write_with";

/// Of `Option`.
const OPTIONS: &str = "\
    and and_then as_deref as_deref_mut as_mut as_mut_slice as_pin_mut as_pin_ref as_ref as_slice cloned copied \
    expect filter flatten flatten_mut flatten_ref get_or_insert get_or_insert_default get_or_insert_with \
    get_or_try_insert_with insert inspect into_flat_iter is_none is_none_or is_some is_some_and iter iter_mut map \
    map_or map_or_default map_or_else ok_or ok_or_else or or_else reduce replace take take_if transpose unwrap \
    unwrap_or unwrap_or_default unwrap_or_else unwrap_unchecked unzip xor zip zip_with";

/// Of `Result`.
const RESULTS: &str = "\
    and and_then as_deref as_deref_mut as_mut as_ref cloned copied err expect expect_err flatten inspect \
    inspect_err into_err into_ok is_err is_err_and is_ok is_ok_and iter iter_mut map map_err map_or map_or_default \
    map_or_else ok or or_else transpose unwrap unwrap_err unwrap_err_unchecked unwrap_or unwrap_or_default \
    unwrap_or_else unwrap_unchecked";

/// Of the traits that are always in scope.
const PRELUDE: &str = "\
    as_mut as_ref clamp clone cmp eq ge gt into le lt max min ne partial_cmp to_owned to_string try_into";
