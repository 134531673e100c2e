//! What generic code leaves open.

use syn::TypeParamBound;

/// A type parameter, a constant, or an argument of type `impl Trait`.
pub(super) struct Parameter {
    /// `T`, or the whole `impl Trait` as it is written.
    pub name: String,
    /// The type of a constant.
    pub constant: Option<syn::Type>,
    pub bounds: Vec<TypeParamBound>,
    /// Bounds of references to it: `where &'a T: IntoIterator`.
    pub of_references: Vec<TypeParamBound>,
}
