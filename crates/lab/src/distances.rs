//! Folds into conditions, in builds that report branches, how far they are from the outcome that they do not have (a
//! search-based test generator's *branch distance*).
//!
//! `a < b` becomes `match (&(a), &(b)) { (l, r) => … }`, as in `assert_eq!`: operands are evaluated once, in their order,
//! are not moved, and their temporaries live as long as they did. What the values say of the distance is decided by their
//! types, in `templates/shim/near.rs`. Where an operand cannot be borrowed, only its condition is reported.

use std::fmt::Write as _;
use std::ops::Range;

use super::instrument::Folder;
use super::splice::{Edit, Fold, Kind, Site};

/// Methods without arguments that a distance is known for, and methods with one.
const ASKED: [&str; 19] = [
    "is_empty",
    "is_alphabetic",
    "is_alphanumeric",
    "is_control",
    "is_lowercase",
    "is_numeric",
    "is_uppercase",
    "is_whitespace",
    "is_ascii",
    "is_ascii_alphabetic",
    "is_ascii_alphanumeric",
    "is_ascii_control",
    "is_ascii_digit",
    "is_ascii_graphic",
    "is_ascii_hexdigit",
    "is_ascii_lowercase",
    "is_ascii_punctuation",
    "is_ascii_uppercase",
    "is_ascii_whitespace",
];
const HOLDS: [(&str, &str); 3] = [("starts_with", "Begins"), ("ends_with", "Ends"), ("contains", "Holds")];

impl Folder<'_> {
    fn measures(&self, place: &Range<usize>) -> bool {
        self.plan.unmeasured.is_some_and(|left_out| !left_out.contains(&(place.start, place.end)))
    }

    /// Tells the distance of a condition, `inner` without negations, whose probe of `true` has this number.
    pub(super) fn measure(&mut self, inner: &syn::Expr, place: &Range<usize>, number: usize, negated: bool) {
        if !self.measures(place) {
            return;
        }
        let whole = self.range(inner);
        match inner {
            syn::Expr::Binary(e) => {
                let Some((operator, how)) = comparison(&e.op) else { return };
                let close = format!(
                    ")) {{ (__morph_l, __morph_r) => {{ let __morph_o = *__morph_l {operator} *__morph_r; \
                     {{ use ::__morph::{{Far as _, NearTwo as _}}; (&::__morph::Two(__morph_l, __morph_r))\
                     .compared({number}, {negated}, ::__morph::How::{how}, __morph_o); }} __morph_o }} }}"
                );
                let (left, right) = (self.range(&e.left), self.range(&e.right));
                self.operand(left.clone(), place, "match (&(".to_owned(), "), ".to_owned());
                self.replaced(left.end..right.start);
                self.operand(right, place, "&(".to_owned(), close);
            }
            syn::Expr::MethodCall(e) if e.turbofish.is_none() => {
                let (method, receiver) = (e.method.to_string(), self.range(&e.receiver));
                let how = HOLDS.iter().find(|(name, _)| *name == method);
                match (how, e.args.first()) {
                    (None, None) if ASKED.contains(&&*method) => {
                        let close = format!(
                            ") {{ __morph_r => {{ let __morph_o = __morph_r.{method}(); \
                             {{ use ::__morph::{{Far as _, NearOne as _}}; (&::__morph::One(__morph_r))\
                             .asked({number}, {negated}, \"{method}\", __morph_o); }} __morph_o }} }}"
                        );
                        self.replaced(receiver.end..whole.end);
                        self.operand(receiver, place, "match &(".to_owned(), close);
                    }
                    // The parameters of a closure have their types from where it is passed to.
                    (Some((_, how)), Some(argument))
                        if e.args.len() == 1 && !matches!(argument, syn::Expr::Closure(_)) =>
                    {
                        let close = format!(
                            ") {{ (__morph_l, __morph_r) => {{ {{ use ::__morph::{{Far as _, NearWhole as _}}; \
                             (&::__morph::Whole(__morph_l, &__morph_r))\
                             .held({number}, {negated}, ::__morph::How::{how}); }} \
                             __morph_l.{method}(__morph_r) }} }}"
                        );
                        let argument = self.range(argument);
                        self.replaced(receiver.end..argument.start);
                        self.replaced(argument.end..whole.end);
                        self.operand(receiver, place, "match (&(".to_owned(), "), ".to_owned());
                        self.operand(argument, place, String::new(), close);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Tells how far what is matched is from the arms that are literals or intervals, each with its probe.
    pub(super) fn measure_match(
        &mut self,
        expr: &syn::Expr,
        matched: &syn::Expr,
        arms: Vec<(usize, &syn::Pat)>,
    ) {
        let place = self.range(matched);
        if !self.measures(&place) {
            return;
        }
        let (mut numbers, mut texts) = (String::new(), String::new());
        for (probe, pattern) in arms {
            for pattern in alternatives(pattern) {
                if let Some((from, to)) = interval(pattern) {
                    let _ = write!(numbers, "({probe}, {from}, {to}), ");
                } else if let syn::Pat::Lit(syn::PatLit { lit: syn::Lit::Str(text), .. }) = pattern {
                    let _ = write!(texts, "({probe}, {:?}), ", text.value());
                }
            }
        }
        let (name, near, patterns) = match (numbers.is_empty(), texts.is_empty()) {
            (false, true) => ("numbers", "NearNumbers", numbers),
            (true, false) => ("texts", "NearTexts", texts),
            _ => return,
        };
        let told = |value: &str| {
            format!(
                "{{ use ::__morph::{{Far as _, {near} as _}}; \
                 (&::__morph::One(&{value})).{name}(&[{patterns}]); }}"
            )
        };
        if is_value(matched) {
            let close = format!(") {{ __morph_s => {{ {} __morph_s }} }}", told("__morph_s"));
            self.operand(place.clone(), &place, "match (".to_owned(), close);
        } else if is_name(matched) {
            let open = format!("{{ {} ", told(&self.text[place.clone()]));
            self.operand(self.range(expr), &place, open, " }".to_owned());
        }
    }

    /// Puts an operand between two texts.
    fn operand(&mut self, range: Range<usize>, place: &Range<usize>, open: String, close: String) {
        let fold = Fold::Wrapped { open, close, place: place.clone(), measures: true };
        self.sites.push(Site { range, fold });
    }

    /// Leaves out what stands between operands.
    fn replaced(&mut self, range: Range<usize>) {
        self.edits.push(Edit { range, text: String::new(), kind: Kind::Probe, id: None });
    }
}

/// A comparison as it is written, and what the shim calls it.
fn comparison(op: &syn::BinOp) -> Option<(&'static str, &'static str)> {
    Some(match op {
        syn::BinOp::Eq(_) => ("==", "Equal"),
        syn::BinOp::Ne(_) => ("!=", "Unequal"),
        syn::BinOp::Lt(_) => ("<", "Strict"),
        syn::BinOp::Gt(_) => (">", "Strict"),
        syn::BinOp::Le(_) => ("<=", "Loose"),
        syn::BinOp::Ge(_) => (">=", "Loose"),
        _ => return None,
    })
}

fn alternatives(pattern: &syn::Pat) -> Vec<&syn::Pat> {
    match pattern {
        syn::Pat::Or(pattern) => pattern.cases.iter().flat_map(alternatives).collect(),
        syn::Pat::Paren(pattern) => alternatives(&pattern.pat),
        syn::Pat::Guard(guarded) => alternatives(&guarded.pat),
        syn::Pat::Ident(syn::PatIdent { subpat: Some((_, pattern)), .. }) => alternatives(pattern),
        pattern => vec![pattern],
    }
}

/// The numbers, or codes of characters, that a pattern is: the first and the last.
fn interval(pattern: &syn::Pat) -> Option<(i128, i128)> {
    match pattern {
        syn::Pat::Lit(pattern) => literal(&pattern.lit).map(|n| (n, n)),
        syn::Pat::Range(range) => {
            let end = |end: &Option<Box<syn::Expr>>, open: i128| match end {
                Some(end) => number(end),
                None => Some(open),
            };
            let (from, to) = (end(&range.start, i128::MIN)?, end(&range.end, i128::MAX)?);
            let excluded = range.end.is_some() && matches!(range.limits, syn::RangeLimits::HalfOpen(_));
            Some((from, to.checked_sub(i128::from(excluded))?))
        }
        _ => None,
    }
}

fn number(expr: &syn::Expr) -> Option<i128> {
    match expr {
        syn::Expr::Lit(expr) => literal(&expr.lit),
        syn::Expr::Unary(e) if matches!(e.op, syn::UnOp::Neg(_)) => number(&e.expr).map(|n| -n),
        _ => None,
    }
}

fn literal(literal: &syn::Lit) -> Option<i128> {
    match literal {
        syn::Lit::Int(n) => n.base10_parse().ok(),
        syn::Lit::Byte(b) => Some(b.value().into()),
        syn::Lit::Char(c) => Some(u32::from(c.value()).into()),
        _ => None,
    }
}

/// Whether an expression is a value, not a place, so that it can pass through a binding.
fn is_value(expr: &syn::Expr) -> bool {
    matches!(expr, syn::Expr::MethodCall(_) | syn::Expr::Call(_) | syn::Expr::Cast(_) | syn::Expr::Binary(_))
}

/// Whether an expression is a variable or a field of one, so that it can be looked at beforehand.
fn is_name(expr: &syn::Expr) -> bool {
    match expr {
        syn::Expr::Path(path) => path.path.get_ident().is_some(),
        syn::Expr::Field(field) => is_name(&field.base),
        syn::Expr::Unary(e) => matches!(e.op, syn::UnOp::Deref(_)) && is_name(&e.expr),
        _ => false,
    }
}
