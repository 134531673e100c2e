//! Types for which clippy would rather have a name.

use syn::visit::{self, Visit};

/// The largest score of a type that clippy does not call complex.
const COMPLEX: u64 = 250;

/// Whether clippy calls a type complex: each type counts ten times as much as it lies inside others, a reference once.
pub fn is_complex(text: &str) -> bool {
    let mut score = Score { nest: 1, sum: 0 };
    if let Ok(ty) = syn::parse_str(text) {
        score.visit_type(&ty);
    }
    score.sum > COMPLEX
}

struct Score {
    /// How deep the next type lies inside others, from 1.
    nest: u64,
    sum: u64,
}

impl<'ast> Visit<'ast> for Score {
    fn visit_type(&mut self, ty: &'ast syn::Type) {
        let (weight, deeper) = match ty {
            syn::Type::Infer(_) | syn::Type::Ptr(_) | syn::Type::Reference(_) => (1, 0),
            syn::Type::FnPtr(_) => (50, 1),
            _ => (10, 1),
        };
        self.sum += weight * self.nest;
        self.nest += deeper;
        visit::visit_type(self, ty);
        self.nest -= deeper;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_as_complex_as_clippy_says() {
        assert!(!is_complex("Vec<(Counter<i64, i64>, Counter<i64, i64>)>"));
        assert!(is_complex("Vec<(Counter<i64, i64, Random>, Counter<i64, i64, Random>)>"));
        assert!(!is_complex("&[(&str, &str, i64)]"));
    }
}
