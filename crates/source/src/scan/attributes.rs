//! Where syntax keeps its attributes.

use syn::{Attribute, Expr, Item, Meta, Visibility};

/// `#[test]`, `#[tokio::test]` and the like.
pub fn is_test(meta: &Meta) -> bool {
    const TESTS: [&str; 7] =
        ["test", "bench", "test_case", "rstest", "quickcheck", "wasm_bindgen_test", "proptest"];
    meta.path().segments.last().is_some_and(|last| TESTS.iter().any(|test| last.ident == test))
}

/// The text of documentation comments, which are taken out of the attributes.
pub fn take_documentation(attributes: &mut Vec<Meta>) -> String {
    let text = attributes.iter().filter_map(documentation).collect::<Vec<_>>().join("\n");
    attributes.retain(|meta| !meta.path().is_ident("doc"));
    attributes.shrink_to_fit();
    text
}

/// The text of a documentation comment; `None` for other attributes.
pub fn documentation(attribute: &Meta) -> Option<String> {
    match attribute {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(lit) => match &lit.lit {
                syn::Lit::Str(text) => Some(text.value()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// The attributes of an item.
pub fn item_attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::ExternCrate(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::ForeignMod(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::TraitAlias(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// Whether it is `pub` without restriction.
pub fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}

/// Whether the whole crate sees it where it sees what is around it.
pub fn is_visible(visibility: &Visibility) -> bool {
    match visibility {
        Visibility::Public(_) => true,
        Visibility::Restricted(within) => within.path.is_ident("crate"),
        Visibility::Inherited => false,
    }
}

/// The visibility of an item that paths can name.
pub fn item_visibility(item: &Item) -> Option<&Visibility> {
    match item {
        Item::Const(item) => Some(&item.vis),
        Item::Enum(item) => Some(&item.vis),
        Item::Fn(item) => Some(&item.vis),
        Item::Mod(item) => Some(&item.vis),
        Item::Static(item) => Some(&item.vis),
        Item::Struct(item) => Some(&item.vis),
        Item::Trait(item) => Some(&item.vis),
        Item::Type(item) => Some(&item.vis),
        Item::Union(item) => Some(&item.vis),
        _ => None,
    }
}

/// Attributes of the expressions that commonly stand behind `#[cfg]`.
pub fn expr_attributes(expr: &Expr) -> &[Attribute] {
    match expr {
        Expr::Assign(it) => &it.attrs,
        Expr::Binary(it) => &it.attrs,
        Expr::Block(it) => &it.attrs,
        Expr::Call(it) => &it.attrs,
        Expr::ForLoop(it) => &it.attrs,
        Expr::If(it) => &it.attrs,
        Expr::Lit(it) => &it.attrs,
        Expr::Loop(it) => &it.attrs,
        Expr::Macro(it) => &it.attrs,
        Expr::Match(it) => &it.attrs,
        Expr::MethodCall(it) => &it.attrs,
        Expr::Path(it) => &it.attrs,
        Expr::Return(it) => &it.attrs,
        Expr::Tuple(it) => &it.attrs,
        Expr::Unary(it) => &it.attrs,
        Expr::Unsafe(it) => &it.attrs,
        Expr::While(it) => &it.attrs,
        _ => &[],
    }
}
