//! Sequences and texts.

use super::pieces::{has_f32, item_of};
use super::writer::Writer;
use crate::expr::Expr;
use crate::operators::{Op, Syntax};
use crate::rust::code::{ATOM, CAST, Code, PREFIX, Refused, has_int, is_text};
use crate::types::{IntType, Type};
use crate::value::Value;

impl Writer {
    /// An operator on sequences or texts; `None` for all others.
    pub(super) fn sequence(
        &mut self,
        op: Op,
        args: &[Expr],
        to: Option<&Type>,
    ) -> Result<Option<Code>, Refused> {
        let code = match (op, args) {
            (Op::List, [value]) => self.list(value, to),
            (Op::RevSeq | Op::Sorted, [seq]) => self.rearranged(op, seq, to),
            (Op::RepeatSeq, [seq, n]) => self.repeated(seq, n, to),
            (Op::Rotate, [seq, n]) => {
                let n = self.int(n, IntType::Usize)?.at(0);
                let seq = self.code(seq, to)?;
                self.changed(&seq, "rotated", &format!("rotate_left({n})"))
            }
            (Op::TakeStr | Op::SkipStr, [text, n]) => {
                let (text, n) = (self.code(text, None)?, self.int(n, IntType::Usize)?);
                self.listed(op, &[text, n])
            }
            (Op::Skip | Op::Take, [seq, n]) => {
                let (seq, n) = (self.code(seq, to)?, self.int(n, IntType::Usize)?);
                self.listed(op, &[seq, n])
            }
            (Op::First | Op::Last, [seq]) => {
                let seq = self.code(seq, None)?;
                let item = item_of(&seq)?;
                let end = if op == Op::First { "first" } else { "last" };
                let copy = if item.is_copy() { "copied" } else { "cloned" };
                Ok(seq.method(&format!("{end}().{copy}()"), Type::Option(Box::new(item))))
            }
            (Op::At, [seq, n]) => self.element(seq, n),
            (Op::RepeatStr, [text, n]) => {
                let (text, n) = (self.code(text, None)?, self.int(n, IntType::Usize)?);
                Ok(text.method(&format!("repeat({})", n.at(0)), Type::String))
            }
            (Op::Replace, [text, from, by]) => {
                let text = self.code(text, None)?.value();
                let (from, by) = (self.part_of_text(from)?, self.code(by, None)?.value());
                let by = match by.ty {
                    Type::String => by.borrowed(),
                    _ => by.at(0),
                };
                Ok(text.method(&format!("replace({from}, {by})"), Type::String))
            }
            (Op::ConcatSeq, _) => self.concat(&Expr::chained(op, args), to),
            (Op::ConcatStr, _) => self.formatted(&Expr::chained(op, args)),
            (Op::ZeroPadded | Op::Hex, [_, Expr::Const(Value::Int(1..))]) => {
                self.formatted(&[&Expr::Apply(op, args.to_vec())])
            }
            (Op::ZeroPadded | Op::Hex, [n, width]) => {
                let (n, width) = (self.code(n, None)?.value(), self.int(width, IntType::Usize)?);
                self.listed(op, &[n, width])
            }
            (Op::Has, [seq, value]) => self.contains(seq, value),
            (Op::HasStr | Op::StartsWith | Op::EndsWith, [text, part]) => {
                let (text, part) = (self.code(text, None)?.value(), self.part_of_text(part)?);
                let Syntax::Method(_, name, _) = op.operator().syntax else { unreachable!("methods all") };
                Ok(text.method(&format!("{name}({part})"), Type::Bool))
            }
            (Op::MinSeq | Op::MaxSeq, [seq]) => self.extreme(op, seq),
            (Op::AddSeq | Op::SubSeq | Op::MulSeq, [a, b]) => self.zipped(op, a, b, to),
            (Op::Dedup, [seq]) => {
                let seq = self.code(seq, to)?;
                match seq.value().ty {
                    Type::Array(..) => self.changed_to_vec(&seq, "deduped", "dedup()"),
                    _ => self.changed(&seq, "deduped", "dedup()"),
                }
            }
            (Op::Windows, [seq, n]) => {
                let (windows, item) = self.windows(seq, n)?;
                let made = Type::Vec(Box::new(Type::Vec(Box::new(item))));
                Ok(Code::made(format!("{windows}.map(<[_]>::to_vec).collect::<Vec<_>>()"), ATOM, made))
            }
            (Op::Bytes, [text]) => self.bytes(text),
            (Op::Trim, [text]) => {
                let text = self.code(text, None)?;
                Ok(text.method("trim()", Type::Ref(Box::new(Type::Str))))
            }
            _ => return Ok(None),
        };
        code.map(Some)
    }

    /// The bytes of a text: its own where it is made here, and so does not outlive the statement that would borrow of it.
    fn bytes(&mut self, text: &Expr) -> Result<Code, Refused> {
        let byte = Box::new(Type::Int(IntType::U8));
        let text = self.code(text, None)?;
        Ok(match text.value().ty == Type::String && !text.place {
            true => text.method("into_bytes()", Type::Vec(byte)),
            false => text.method("as_bytes()", Type::Ref(Box::new(Type::Slice(byte)))),
        })
    }

    /// A sequence of one element.
    fn list(&mut self, value: &Expr, to: Option<&Type>) -> Result<Code, Refused> {
        let item = to.and_then(Type::item);
        let value = self.code(value, item)?;
        // Beside texts that are owned, one that is borrowed has another type.
        let owned = item.filter(|item| **item == Type::String && is_text(&value.value().ty));
        let passed = value.pass(owned.unwrap_or(&value.ty))?;
        Ok(Code {
            flex: value.flex,
            ..Code::made(format!("[{}]", passed.at(0)), ATOM, Type::Array(Box::new(passed.ty.clone()), 1))
        })
    }

    /// A sequence backwards, or sorted.
    fn rearranged(&mut self, op: Op, seq: &Expr, to: Option<&Type>) -> Result<Code, Refused> {
        let seq = self.code(seq, to)?;
        let sort = if seq.ty.has_float() { "sort_by(f64::total_cmp)" } else { "sort()" };
        let sort = if has_f32(&seq.ty) { "sort_by(f32::total_cmp)" } else { sort };
        match op {
            Op::Sorted => self.changed(&seq, "sorted", sort),
            _ if matches!(seq.value().ty, Type::Array(..)) => self.changed(&seq, "reversed", "reverse()"),
            _ => self.listed(op, &[seq]),
        }
    }

    /// A sequence several times over.
    fn repeated(&mut self, seq: &Expr, n: &Expr, to: Option<&Type>) -> Result<Code, Refused> {
        let (seq, n) = (self.code(seq, to)?, self.int(n, IntType::Usize)?);
        let item = item_of(&seq)?;
        let made = Type::Vec(Box::new(item.clone()));
        if item.is_copy() {
            return Ok(seq.method(&format!("repeat({})", n.at(0)), made));
        }
        let (seq, n) = (seq.at(ATOM), n.at(CAST));
        let text = format!("{seq}.iter().cycle().take({seq}.len() * {n}).cloned().collect::<Vec<_>>()");
        Ok(Code::made(text, ATOM, made))
    }

    /// An element of a sequence.
    pub(super) fn element(&mut self, seq: &Expr, n: &Expr) -> Result<Code, Refused> {
        let (seq, n) = (self.code(seq, None)?, self.int(n, IntType::Usize)?);
        Ok(Code::place(format!("{}[{}]", seq.at(ATOM), n.at(0)), item_of(&seq)?))
    }

    /// A copy of a sequence after a method that changes it in place.
    fn changed(&mut self, seq: &Code, name: &str, method: &str) -> Result<Code, Refused> {
        let bare = seq.value();
        let item = item_of(&bare)?;
        let (copy, ty) = match &bare.ty {
            Type::Array(..) => (bare.at(0), bare.ty.clone()),
            Type::Vec(_) if bare.place => (format!("{}.clone()", seq.at(ATOM)), bare.ty.clone()),
            Type::Vec(_) => (bare.at(0), bare.ty.clone()),
            _ => (format!("{}.to_vec()", seq.at(ATOM)), Type::Vec(Box::new(item))),
        };
        match self.before {
            Some(_) => {
                let wanted = self.wanted.take_if(|wanted| wanted.starts_with(name));
                let name = self.fresh(wanted.as_deref().unwrap_or(name));
                let before = self.before.as_mut().expect("it was there a line above");
                before.push(format!("let mut {name} = {copy};"));
                before.push(format!("{name}.{method};"));
                Ok(Code { place: true, ..Code::place(name, ty) })
            }
            None => {
                Ok(Code::made(format!("{{ let mut {name} = {copy}; {name}.{method}; {name} }}"), ATOM, ty))
            }
        }
    }

    fn concat(&mut self, parts: &[&Expr], to: Option<&Type>) -> Result<Code, Refused> {
        let mut codes = Vec::new();
        for part in parts {
            codes.push(self.code(part, to)?.value());
        }
        let items = codes.iter().map(item_of).collect::<Result<Vec<_>, _>>()?;
        if items.iter().any(|item| *item != items[0]) {
            if items.iter().all(is_text) {
                let owned = Type::Vec(Box::new(Type::String));
                let own = |(seq, item): (&Code, &Type)| {
                    if *item == Type::String { Ok(seq.clone()) } else { seq.pass(&owned) }
                };
                codes = codes.iter().zip(&items).map(own).collect::<Result<_, _>>()?;
            } else if codes.iter().all(|code| code.flex.is_none()) {
                codes = codes.iter().map(Code::widen).collect::<Result<_, _>>()?;
            }
        }
        let item = item_of(codes.iter().find(|code| code.flex.is_none()).unwrap_or(&codes[0]))?;
        let ty = Type::Vec(Box::new(item));
        // One element more at the end: what `push` is for.
        if let [_, Expr::Apply(Op::List, one)] = parts
            && self.before.is_some()
            && codes[0].place
        {
            let value = self.code(&one[0], ty.item())?.pass(&ty.item().cloned().unwrap_or(Type::Unit))?.at(0);
            return self.changed_to_vec(&codes[0], "extended", &format!("push({value})"));
        }
        let slices: Vec<String> = codes.iter().map(Code::slice).collect();
        Ok(Code::made(format!("[{}].concat()", slices.join(", ")), ATOM, ty))
    }

    fn changed_to_vec(&mut self, seq: &Code, name: &str, method: &str) -> Result<Code, Refused> {
        let vec = Type::Vec(Box::new(item_of(seq)?));
        let copy = if seq.ty == vec { "clone()" } else { "to_vec()" };
        let made = seq.method(copy, vec);
        self.changed(&made, name, method)
    }

    /// A text as the pattern of a method of texts.
    fn part_of_text(&mut self, part: &Expr) -> Result<String, Refused> {
        let part = self.code(part, None)?.value();
        Ok(match part.ty {
            Type::String => format!("{}.as_str()", part.at(ATOM)),
            _ => part.at(0),
        })
    }

    /// How often a part is in a text, or an element in a sequence: a `usize`.
    pub(super) fn count(&mut self, op: Op, of: &Expr, what: &Expr) -> Result<Code, Refused> {
        let usize = Type::Int(IntType::Usize);
        let all = self.code(of, None)?;
        if op == Op::Matches {
            let part = self.part_of_text(what)?;
            return Ok(all.value().method(&format!("matches({part}).count()"), usize));
        }
        let item = item_of(&all)?;
        let name = self.scope.counted_name();
        // `filter` lends what `iter` lends.
        let lent = Type::Ref(Box::new(Type::Ref(Box::new(item.clone()))));
        let each = Code::place(name, lent).value();
        let value = self.code(what, None)?;
        let (each, value) =
            if has_int(&item) { (each.widen()?, value.widen()?) } else { (each, value.value()) };
        Ok(all.method(&format!("iter().filter(|{name}| {} == {}).count()", each.at(4), value.at(4)), usize))
    }

    fn contains(&mut self, seq: &Expr, value: &Expr) -> Result<Code, Refused> {
        let seq = self.code(seq, None)?;
        let item = item_of(&seq)?;
        let value = self.code(value, None)?;
        if let Ok(passed) = value.pass(&item)
            && (value.value().ty == item || value.flex.is_some())
            && !matches!(item, Type::String)
        {
            return Ok(seq.method(&format!("contains(&{})", passed.at(PREFIX)), Type::Bool));
        }
        let each = Code::place("x", Type::Ref(Box::new(item.clone()))).value();
        let (each, value) =
            if has_int(&item) { (each.widen()?, value.widen()?) } else { (each, value.value()) };
        Ok(seq.method(&format!("iter().any(|x| {} == {})", each.at(4), value.at(4)), Type::Bool))
    }

    pub(super) fn map(&mut self, seq: &Expr, body: &Expr, to: Option<&Type>) -> Result<Code, Refused> {
        let want = to.and_then(Type::item).cloned();
        if let Some((elements, item)) = self.streamed(seq)? {
            let body = self.inside(seq, item, body, want.as_ref())?;
            let made = if body.place { body.pass(&body.value().ty)? } else { body };
            let ty = Type::Vec(Box::new(made.ty.clone()));
            let name = self.scope.item_name();
            let text = format!("{elements}.map(|{name}| {}).collect::<Vec<_>>()", made.at(0));
            return Ok(Code::made(text, ATOM, ty));
        }
        let seq_code = self.code(seq, None)?;
        let (shape, held) = self.held(&item_of(&seq_code)?);
        let body = self.inside(seq, held, body, want.as_ref())?;
        let made = if body.place { body.pass(&body.value().ty)? } else { body };
        let ty = made.ty.clone();
        if let Type::Array(item, len) = &seq_code.value().ty
            && seq_code.place
            && item.is_copy()
        {
            let text =
                format!("{}.map(|{}| {})", seq_code.at(ATOM), shape.trim_start_matches('&'), made.at(0));
            return Ok(Code::made(text, ATOM, Type::Array(Box::new(ty), *len)));
        }
        let call = format!("iter().map(|{shape}| {}).collect::<Vec<_>>()", made.at(0));
        Ok(seq_code.method(&call, Type::Vec(Box::new(ty))))
    }

    pub(super) fn all(&mut self, seq: &Expr, body: &Expr) -> Result<Code, Refused> {
        if let Some((elements, item)) = self.streamed(seq)? {
            let body = self.inside(seq, item, body, None)?;
            let text = format!("{elements}.all(|{}| {})", self.scope.item_name(), body.value().at(0));
            return Ok(Code::made(text, ATOM, Type::Bool));
        }
        let seq_code = self.code(seq, None)?;
        let (shape, held) = self.held(&item_of(&seq_code)?);
        let body = self.inside(seq, held, body, None)?;
        Ok(seq_code.method(&format!("iter().all(|{shape}| {})", body.value().at(0)), Type::Bool))
    }

    /// A closure's pattern for the elements of a sequence that are lent to it, and the type in which it holds them.
    fn held(&self, item: &Type) -> (String, Type) {
        let name = self.scope.item_name();
        match item.is_copy() {
            true => (format!("&{name}"), item.clone()),
            false => (name.to_owned(), Type::Ref(Box::new(item.clone()))),
        }
    }

    /// A closure's body over the elements of a sequence, which it holds in the given type.
    fn inside(&mut self, seq: &Expr, held: Type, body: &Expr, want: Option<&Type>) -> Result<Code, Refused> {
        let name = self.scope.item_name();
        let erased =
            self.erased(seq)?.item().cloned().ok_or("a closure over something that is not a sequence")?;
        let outer =
            (self.item.replace(Code::place(name, held)), self.scope.item.replace(erased), self.before.take());
        let body = self.code(body, want);
        (self.item, self.scope.item, self.before) = outer;
        body
    }
}
