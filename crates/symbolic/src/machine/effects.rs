//! What is known of a method by its name alone, before its receiver is looked at.

/// Methods that may change what they are called on, beside the workspace's own and those that advance an iterator.
const CHANGING: &[&str] = &[
    "push",
    "pop",
    "push_str",
    "insert",
    "insert_str",
    "remove",
    "swap_remove",
    "clear",
    "truncate",
    "extend",
    "extend_from_slice",
    "append",
    "drain",
    "retain",
    "retain_mut",
    "dedup",
    "dedup_by_key",
    "dedup_by",
    "resize",
    "split_off",
    "swap",
    "reverse",
    "sort",
    "sort_unstable",
    "sort_by",
    "sort_by_key",
    "sort_unstable_by",
    "sort_unstable_by_key",
    "sort_by_cached_key",
    "fill",
    "rotate_left",
    "rotate_right",
    "copy_from_slice",
    "clone_from_slice",
    "clone_from",
    "copy_within",
    "iter_mut",
    "as_mut",
    "as_mut_slice",
    "first_mut",
    "last_mut",
    "get_mut",
    "split_at_mut",
    "split_first_mut",
    "split_last_mut",
    "chunks_mut",
    "chunks_exact_mut",
    "push_back",
    "push_front",
    "pop_back",
    "pop_front",
    "front_mut",
    "back_mut",
    "entry",
    "get_or_insert",
    "get_or_insert_with",
    "replace",
    "write_str",
    "write_char",
    "make_ascii_uppercase",
    "make_ascii_lowercase",
    "as_deref_mut",
    "values_mut",
    "next_chunk",
    "select_nth_unstable",
    "fill_with",
    "resize_with",
    "splice",
    "extract_if",
    "extend_from_within",
    "swap_with_slice",
    "make_contiguous",
    "extend_one",
    "pop_first",
    "pop_last",
    "append_all",
    "rsplit_mut",
    "array_chunks_mut",
    "take_if",
    "zip_mut",
    "advance_by",
    "borrow_mut",
    "set",
    "rchunks_mut",
    "split_mut",
    "pop_if",
    "push_within_capacity",
    "leak",
    "hash",
];

/// Methods of iterators that take `&mut self`.
const ADVANCING: [&str; 18] = [
    "next",
    "next_back",
    "nth",
    "nth_back",
    "peek",
    "peek_mut",
    "next_if",
    "next_if_eq",
    "any",
    "all",
    "find",
    "rfind",
    "find_map",
    "position",
    "rposition",
    "try_fold",
    "try_for_each",
    "by_ref",
];

/// Methods that have the result's value, or its type, in common with the receiver.
const OF_SAME_TYPE: [&str; 22] = [
    "clone",
    "copied",
    "cloned",
    "min",
    "max",
    "clamp",
    "abs",
    "to_owned",
    "pow",
    "rem_euclid",
    "saturating_sub",
    "saturating_add",
    "saturating_mul",
    "wrapping_add",
    "wrapping_sub",
    "wrapping_mul",
    "ok",
    "map_err",
    "ok_or",
    "ok_or_else",
    "or",
    "or_else",
];

/// Methods that have the value inside the receiver.
const OF_INSIDE: [&str; 6] =
    ["unwrap", "expect", "unwrap_or", "unwrap_or_default", "unwrap_or_else", "unwrap_unchecked"];

/// Whether a method of the standard library may change what it is called on.
pub(super) fn is_changing(name: &str) -> bool {
    CHANGING.contains(&name) || is_advancing(name)
}

/// Whether a method of an iterator takes `&mut self`.
pub(super) fn is_advancing(name: &str) -> bool {
    ADVANCING.contains(&name)
}

/// Whether a method's result has the receiver's type, or what is in it.
pub(super) fn is_of_same_type(name: &str) -> bool {
    OF_SAME_TYPE.contains(&name)
}

/// Whether a method's result is what is inside the receiver.
pub(super) fn is_of_inside(name: &str) -> bool {
    OF_INSIDE.contains(&name)
}
