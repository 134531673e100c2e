//! Formatted texts: made when they are read, since most are messages that nobody looks into.

use std::rc::Rc;

use super::state::{Eval, Flow, Machine, unsupported};
use super::value::{Data, SeqKind, Val, Written};
use crate::term::{Scalar, Term, TermId};
use morph_relation::FloatType;

/// What stands behind the colon.
struct Spec {
    fill: char,
    align: Option<char>,
    plus: bool,
    alternate: bool,
    zero: bool,
    width: usize,
    precision: Option<usize>,
    /// `?`, `x`, `X`, `b`, `o`, `e` or nothing.
    kind: String,
}

impl Spec {
    fn read(text: &str) -> Option<Spec> {
        let text = text.trim_start_matches(':');
        let mut chars: Vec<char> = text.chars().collect();
        let mut spec = Spec {
            fill: ' ',
            align: None,
            plus: false,
            alternate: false,
            zero: false,
            width: 0,
            precision: None,
            kind: String::new(),
        };
        let is_align = |c: Option<&char>| matches!(c, Some('<' | '^' | '>'));
        if is_align(chars.get(1)) {
            spec.fill = chars[0];
            spec.align = Some(chars[1]);
            chars.drain(..2);
        } else if is_align(chars.first()) {
            spec.align = Some(chars[0]);
            chars.drain(..1);
        }
        let mut rest = chars.into_iter().peekable();
        spec.plus = rest.next_if_eq(&'+').is_some();
        spec.alternate = rest.next_if_eq(&'#').is_some();
        spec.zero = rest.next_if_eq(&'0').is_some();
        let number = |rest: &mut std::iter::Peekable<std::vec::IntoIter<char>>| {
            let mut number = None;
            while let Some(digit) = rest.peek().and_then(|c| c.to_digit(10)) {
                number = Some(number.unwrap_or(0) * 10 + digit as usize);
                rest.next();
            }
            number
        };
        spec.width = number(&mut rest).unwrap_or(0);
        if rest.next_if_eq(&'.').is_some() {
            spec.precision = Some(number(&mut rest)?);
        }
        spec.kind = rest.collect();
        // `width$` and `.*` are not read.
        matches!(&*spec.kind, "" | "?" | "x" | "X" | "b" | "o" | "e").then_some(spec)
    }
}

impl<'p> Machine<'p, '_> {
    /// A formatted text; it is made at once where a type's own code makes it, which may have branches.
    pub fn text_of(&mut self, written: Vec<Written<'p>>) -> Eval<'p> {
        let mut own = false;
        for part in &written {
            let Written::Value(value, _) = part else { continue };
            match value {
                Val::Data(data) => own |= self.own_method(data.path(), "fmt", 2).is_some(),
                Val::Input(input) => {
                    own |= input
                        .ty
                        .adts()
                        .iter()
                        .any(|adt| self.own_method(super::input::plain(&adt.path), "fmt", 2).is_some())
                }
                Val::Bool(_) | Val::Int(..) | Val::Float(..) | Val::Char(_) | Val::Text(_) => {}
                Val::Seq(seq) if seq.kind == SeqKind::Text => {}
                _ if self.is_cover() && self.program.methods.keys().any(|(_, name)| name == "fmt") => {
                    self.inexact("how something is printed");
                }
                _ => {}
            }
        }
        let text = Val::Text(Rc::new(written));
        if !own {
            return Ok(text);
        }
        match self.shape(text) {
            Err(Flow::Unsupported(why)) => {
                self.inexact(&why);
                Ok(Val::Unknown)
            }
            text => text,
        }
    }

    /// The text of what was formatted.
    pub fn written(&mut self, parts: &Rc<Vec<Written<'p>>>) -> Eval<'p> {
        let mut items = Vec::new();
        for part in parts.iter() {
            match part {
                Written::Text(text) => items.extend(text.chars().map(|c| Val::Char(self.int(c as i128)))),
                Written::Value(value, spec) => {
                    let Some(spec) = Spec::read(spec) else {
                        return unsupported(format!("the format `{spec}`"));
                    };
                    items.extend(self.shown(value, &spec)?);
                }
            }
        }
        Ok(self.sequence(SeqKind::Text, items))
    }

    fn shown(&mut self, value: &Val<'p>, spec: &Spec) -> Eval<'p, Vec<Val<'p>>> {
        let value = self.shape(value.clone())?;
        let mut is_number = false;
        let mut items = match &value {
            Val::Int(term, ty) => {
                is_number = true;
                self.digits(*term, *ty, spec)?
            }
            Val::Float(term, ty) => {
                is_number = true;
                let Scalar::Float(x) = self.concretised(*term, "a float that is printed")? else {
                    return unsupported("a float that is printed");
                };
                let text = shown_float(x, Self::float_type(*ty), spec);
                text.chars().map(|c| Val::Char(self.int(c as i128))).collect()
            }
            Val::Bool(term) => {
                let text = if self.fork(*term)? { "true" } else { "false" };
                text.chars().map(|c| Val::Char(self.int(c as i128))).collect()
            }
            Val::Char(_) if spec.kind.is_empty() => vec![value.clone()],
            Val::Seq(seq) if seq.kind == SeqKind::Text && spec.kind.is_empty() => {
                let mut items = self.items(seq)?;
                if let Some(most) = spec.precision {
                    items.truncate(most);
                }
                items
            }
            Val::Seq(seq) if seq.kind == SeqKind::Text && spec.kind == "?" => {
                let items = self.items(seq)?;
                self.quoted(items, '"')?
            }
            Val::Char(_) if spec.kind == "?" => self.quoted(vec![value.clone()], '\'')?,
            // An iterator over characters, as `to_lowercase` gives.
            Val::Iter(iter) if spec.kind.is_empty() => self.drained(&mut iter.clone())?,
            Val::Data(data) if spec.kind.is_empty() => self.displayed(&value, data)?,
            Val::Data(data) if spec.kind == "?" && !spec.alternate => match &**data {
                Data::Known { .. } | Data::Open { .. } if self.program.types.contains_key(&**data.path()) => {
                    let variant = self.variant_of(data)?;
                    let found =
                        self.program.types.get(&**data.path()).and_then(|ty| ty.variants.get(variant));
                    match found.filter(|found| found.fields.is_empty()) {
                        Some(found) => found.name.chars().map(|c| Val::Char(self.int(c as i128))).collect(),
                        None => return unsupported(format!("`{}` in debug form", data.path())),
                    }
                }
                _ => return unsupported(format!("`{}` in debug form", data.path())),
            },
            other => return unsupported(format!("{} in a text", other.kind())),
        };
        if items.len() < spec.width {
            let missing = spec.width - items.len();
            let fill = Val::Char(self.int(spec.fill as i128));
            let left = match (spec.align, is_number) {
                (Some('<'), _) | (None, false) => 0,
                (Some('^'), _) => missing / 2,
                _ => missing,
            };
            items.splice(0..0, std::iter::repeat_n(fill.clone(), left));
            items.extend(std::iter::repeat_n(fill, missing - left));
        }
        Ok(items)
    }

    /// In debug form: what is printed as it is stays a term, anything else is of the input at hand.
    fn quoted(&mut self, items: Vec<Val<'p>>, quote: char) -> Eval<'p, Vec<Val<'p>>> {
        let mark = Val::Char(self.int(quote as i128));
        let mut quoted = vec![mark.clone()];
        for item in items {
            let Val::Char(term) = self.shape(item)? else { return unsupported("a text") };
            let mut plain = self.within(term, 32, 126);
            for special in [quote, '\\'] {
                let special = self.int(special as i128);
                let is = self.eq(term, special);
                let not = self.not(is);
                plain = self.and(plain, not);
            }
            if self.fork(plain)? {
                quoted.push(Val::Char(term));
                continue;
            }
            let c = self.concrete_char(term)?;
            // Neither quote is escaped within the other.
            let text = if c == '\'' || c == '"' { format!("\\{c}") } else { c.escape_debug().to_string() };
            quoted.extend(text.chars().map(|c| Val::Char(self.int(c as i128))));
        }
        quoted.push(mark);
        Ok(quoted)
    }

    /// What a type's own `Display` writes.
    fn displayed(&mut self, value: &Val<'p>, data: &Data<'p>) -> Eval<'p, Vec<Val<'p>>> {
        let Some(path) = self.own_method(data.path(), "fmt", 2) else {
            return unsupported(format!("`{}` in a text", data.path()));
        };
        let empty = self.sequence(SeqKind::Text, Vec::new());
        let writer = self.cell(empty);
        self.call_path(&path, vec![value.clone(), Val::Mut(writer.clone())])?;
        match self.read(&writer) {
            Val::Seq(seq) => self.items(&seq),
            _ => unsupported("a formatter"),
        }
    }

    /// The digits of an integer: a branch says how many there are.
    fn digits(
        &mut self,
        term: TermId,
        ty: Option<morph_relation::IntType>,
        spec: &Spec,
    ) -> Eval<'p, Vec<Val<'p>>> {
        let base: i128 = match &*spec.kind {
            "" | "?" => 10,
            "x" | "X" => 16,
            "b" => 2,
            "o" => 8,
            _ => return unsupported("an integer with an exponent"),
        };
        let zero = self.int(0);
        let mut magnitude = term;
        let mut sign = None;
        let negative = self.lt(term, zero);
        if base == 10 {
            if self.fork(negative)? {
                magnitude = self.sub(zero, term);
                sign = Some('-');
            } else if spec.plus {
                sign = Some('+');
            }
        } else if let Some(ty) = ty.filter(|ty| ty.signed()) {
            // By its bits.
            magnitude = self.wrap(ty.to_unsigned(), term);
        }
        let mut count = 1;
        let mut power = base;
        loop {
            let limit = self.int(power);
            let below = self.lt(magnitude, limit);
            if self.fork(below)? {
                break;
            }
            count += 1;
            match power.checked_mul(base) {
                Some(more) => power = more,
                None => break,
            }
        }
        let mut digits = Vec::with_capacity(count);
        let mut rest = magnitude;
        let divisor = self.int(base);
        for _ in 0..count {
            let digit = self.terms.make(Term::Rem(rest, divisor));
            rest = self.terms.make(Term::Div(rest, divisor));
            let decimal = self.plus(digit, 48);
            digits.push(Val::Char(if base > 10 {
                let ten = self.int(10);
                let (small, letter) =
                    (self.lt(digit, ten), self.plus(digit, if spec.kind == "X" { 55 } else { 87 }));
                self.ite(small, decimal, letter)
            } else {
                decimal
            }));
        }
        let mut front = Vec::new();
        front.extend(sign.map(|c| Val::Char(self.int(c as i128))));
        if spec.alternate && base != 10 {
            let prefix = ['0', spec.kind.to_ascii_lowercase().chars().next().unwrap_or('x')];
            front.extend(prefix.map(|c| Val::Char(self.int(c as i128))));
        }
        if spec.zero {
            let missing = spec.width.saturating_sub(front.len() + digits.len());
            front.extend(std::iter::repeat_n(Val::Char(self.int(48)), missing));
        }
        front.extend(digits.into_iter().rev());
        Ok(front)
    }
}

fn shown_float(x: f64, ty: FloatType, spec: &Spec) -> String {
    let text = match (ty, spec.precision, &*spec.kind) {
        (FloatType::F32, Some(precision), _) => format!("{:.precision$}", x as f32),
        (FloatType::F64, Some(precision), _) => format!("{x:.precision$}"),
        (FloatType::F32, None, "?") => format!("{:?}", x as f32),
        (FloatType::F64, None, "?") => format!("{x:?}"),
        (FloatType::F32, None, "e") => format!("{:e}", x as f32),
        (FloatType::F64, None, "e") => format!("{x:e}"),
        (FloatType::F32, None, _) => format!("{}", x as f32),
        (FloatType::F64, None, _) => format!("{x}"),
    };
    let sign = if spec.plus && !text.starts_with('-') { "+" } else { "" };
    let missing = if spec.zero { spec.width.saturating_sub(text.len() + sign.len()) } else { 0 };
    match text.strip_prefix('-') {
        Some(rest) => format!("-{}{rest}", "0".repeat(missing)),
        None => format!("{sign}{}{text}", "0".repeat(missing)),
    }
}
