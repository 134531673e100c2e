//! Evaluates expressions.

use std::rc::Rc;

use super::hints::{argument, float, integer};
use super::state::{Eval, Flow, Machine, panicked, unsupported};
use super::value::{Callable, Closure, Seq, SeqKind, Span, Val, Written};
use crate::End;
use crate::program::{Binary, Expr, Kind, Piece, Shape, Statement, Unary};
use morph_source::probe::Event;

/// Room for the locals of a constant's expression, which lowering numbers from zero; constants have few.
const LOCALS_OF_CONSTANTS: usize = 64;

impl<'p> Machine<'p, '_> {
    /// The value of an expression; `hint` is what is written of its type.
    pub fn eval(&mut self, expr: &'p Expr, hint: Option<&Shape>) -> Eval<'p> {
        self.expressions += 1;
        if self.expressions > self.limits.expressions {
            self.inexact("too many expressions");
            return Err(Flow::End(End::Limit));
        }
        match &*expr.kind {
            Kind::Local(local) => Ok(self.cells[self.base + local.0 as usize].clone()),
            Kind::Int(n, ty) => {
                let term = self.int(*n);
                Ok(Val::Int(term, ty.or_else(|| hint.and_then(integer))))
            }
            Kind::Float(x, ty) => {
                let ty = ty.or_else(|| hint.and_then(float));
                Ok(Val::Float(self.float(*x, ty.unwrap_or(morph_relation::FloatType::F64)), ty))
            }
            Kind::Bool(b) => Ok(self.val_bool(*b)),
            Kind::Char(c) => Ok(Val::Char(self.int(i128::from(u32::from(*c))))),
            Kind::Str(text) => Ok(self.val_text(text)),
            Kind::Block { label, statements, last } => {
                self.block(label.as_deref(), statements, last.as_ref(), hint)
            }
            Kind::Call(callee, args) => self.call(callee, args, hint),
            Kind::Method { .. } => self.method(expr, hint),
            Kind::Binary(op, a, b) => self.binary(*op, a, b, hint),
            Kind::Lazy(is_and, a, b) => {
                let came = self.lazy(*is_and, a, b)?;
                Ok(self.val_bool(came))
            }
            Kind::If { .. } | Kind::Match(..) | Kind::While { .. } | Kind::For { .. } | Kind::Loop { .. } => {
                self.control(expr, hint)
            }
            _ => self.eval_rest(expr, hint),
        }
    }

    fn tuple(&mut self, parts: &'p [Expr], hint: Option<&Shape>) -> Eval<'p> {
        let mut values = Vec::with_capacity(parts.len());
        for (at, part) in parts.iter().enumerate() {
            let shape = hint.and_then(|hint| argument(hint, at));
            values.push(self.eval(part, shape.as_ref())?);
        }
        Ok(Val::tuple(values))
    }

    fn array(&mut self, items: &'p [Expr], hint: Option<&Shape>) -> Eval<'p> {
        let shape = hint.and_then(|hint| argument(hint, 0));
        let mut values = Vec::with_capacity(items.len());
        for item in items {
            values.push(self.eval(item, shape.as_ref())?);
        }
        Ok(self.val_items(values))
    }

    /// `[item; count]`.
    fn repeated(&mut self, item: &'p Expr, count: &'p Expr, hint: Option<&Shape>) -> Eval<'p> {
        let shape = hint.and_then(|hint| argument(hint, 0));
        let value = self.eval(item, shape.as_ref())?;
        let count = self.eval_shape(count, None)?;
        let Val::Int(count, _) = count else { return unsupported("the length of an array") };
        let count = self.pinned(count, "the length of an array")? as usize;
        self.room_for(count)?;
        Ok(self.val_items(vec![value; count]))
    }

    /// Refuses to make lists with more items than expressions may be evaluated.
    pub(super) fn room_for(&self, items: usize) -> Eval<'p, ()> {
        if items > self.limits.expressions {
            return unsupported("a long list");
        }
        Ok(())
    }

    /// What is evaluated less often.
    fn eval_rest(&mut self, expr: &'p Expr, hint: Option<&Shape>) -> Eval<'p> {
        match &*expr.kind {
            Kind::Const(path, shape, value) => self.constant_of(path, shape, value),
            Kind::AnyOf(paths) => Ok(Val::Function(Rc::new(Callable::AnyOf(paths.clone())))),
            Kind::Outside(path, shapes) => self.outside_value(path, shapes),
            Kind::Function(path) => Ok(Val::Function(Rc::new(Callable::Function(path.clone())))),
            Kind::Constructor(path, variant) => self.constructor_value(path, variant),
            Kind::OfParameter(param, name) => self.of_parameter(param, name),
            Kind::Unary(op, of) => self.unary(*op, of, hint),
            Kind::Assign(to, value) => self.assign(to, value),
            Kind::AssignBinary(op, to, value) => self.assign_binary(*op, to, value),
            Kind::Field(of, name) => {
                let value = self.eval(of, None)?;
                self.field(value, name)
            }
            Kind::Index(of, index) => self.index(of, index),
            Kind::Range { from, to, inclusive } => {
                let mut end = |e: &'p Option<Expr>| e.as_ref().map(|e| self.eval_shape(e, None)).transpose();
                let (from, to) = (end(from)?, end(to)?);
                let (from, to) = self.same_open_types(from, to);
                Ok(Val::Range(Rc::new(Span { from, to, inclusive: *inclusive })))
            }
            Kind::Tuple(parts) => self.tuple(parts, hint),
            Kind::Array(_, items) => self.array(items, hint),
            Kind::Repeat(_, item, count) => self.repeated(item, count, hint),
            Kind::Struct { path, variant, fields, base } => {
                self.structure(path, variant, fields, base.as_ref())
            }
            Kind::Closure { params, body } => {
                let closure = Closure { params, body, base: self.base, function: self.function };
                Ok(Val::Closure(Rc::new(closure)))
            }
            Kind::Let(..) => {
                let came = self.condition(expr)?;
                Ok(self.val_bool(came))
            }
            Kind::Break(label, value) => {
                let value = value.as_ref().map_or_else(|| Ok(Val::unit()), |value| self.eval(value, None))?;
                Err(Flow::Break(label.as_deref(), value))
            }
            Kind::Continue(label) => Err(Flow::Continue(label.as_deref())),
            Kind::Return(value) => {
                let shape = self.function.map(|body| &body.ret);
                let value =
                    value.as_ref().map_or_else(|| Ok(Val::unit()), |value| self.eval(value, shape))?;
                Err(Flow::Return(value))
            }
            Kind::Try(of) => self.tried(expr, of, hint),
            Kind::Cast(of, shape) => self.cast_expr(of, shape),
            Kind::Reference { mutable, of } => self.reference(*mutable, of, hint),
            Kind::Panic => panicked(),
            Kind::Assert(_, condition) => {
                if self.condition(condition)? {
                    Ok(Val::unit())
                } else {
                    panicked()
                }
            }
            Kind::AssertEqual(equal, a, b) => {
                let (a, b) = (self.eval(a, None)?, self.eval(b, None)?);
                let same = self.equal(&a, &b)?;
                let holds = if *equal { same } else { self.not(same) };
                self.require(holds)?;
                Ok(Val::unit())
            }
            Kind::Matches(of, arm) => self.matches(of, arm),
            Kind::Format { to, pieces } => self.formatted(to.as_ref(), pieces),
            Kind::Unmodelled(what) => unsupported(what.clone()),
            _ => unsupported("an expression"),
        }
    }

    /// The value of an expression, of which the shape is known.
    pub fn eval_shape(&mut self, expr: &'p Expr, hint: Option<&Shape>) -> Eval<'p> {
        let value = self.eval(expr, hint)?;
        self.shape(value)
    }

    pub fn val_text(&mut self, text: &str) -> Val<'p> {
        let items: Vec<_> = text.chars().map(|c| Val::Char(self.int(i128::from(u32::from(c))))).collect();
        let len = self.int(items.len() as i128);
        Val::Seq(Seq::new(SeqKind::Text, items, len))
    }

    pub fn val_items(&mut self, items: Vec<Val<'p>>) -> Val<'p> {
        let len = self.int(items.len() as i128);
        Val::Seq(Seq::new(SeqKind::Items, items, len))
    }

    fn block(
        &mut self,
        label: Option<&'p str>,
        statements: &'p [Statement],
        last: Option<&'p Expr>,
        hint: Option<&Shape>,
    ) -> Eval<'p> {
        match self.statements(statements, last, hint) {
            Err(Flow::Break(Some(to), value)) if Some(to) == label => Ok(value),
            value => value,
        }
    }

    fn statements(
        &mut self,
        statements: &'p [Statement],
        last: Option<&'p Expr>,
        hint: Option<&Shape>,
    ) -> Eval<'p> {
        for statement in statements {
            match statement {
                Statement::Expr(expr) => {
                    self.eval(expr, None)?;
                }
                Statement::Let { place, pattern, shape, value, otherwise } => {
                    let Some(value) = value else { continue };
                    let inferred =
                        if *shape == Shape::Unknown { self.inferred(&pattern.kind, value) } else { None };
                    let shape = inferred.as_ref().unwrap_or(shape);
                    let value = self.eval_for(value, pattern, Some(shape))?;
                    let value = self.adopt(value, shape);
                    let mut bound = Vec::new();
                    let matches = self.pattern(pattern, value, &mut bound)?;
                    if let Some(otherwise) = otherwise {
                        let sites = self.sites(place, [Event::Matched, Event::Unmatched]);
                        if !self.branch(matches, sites)? {
                            self.eval(otherwise, None)?;
                            return unsupported("a `let … else` that goes on");
                        }
                    }
                    self.bind(bound);
                }
            }
        }
        last.map_or_else(|| Ok(Val::unit()), |last| self.eval(last, hint))
    }

    pub fn constant_of(&mut self, path: &'p str, shape: &'p Shape, value: &'p Expr) -> Eval<'p> {
        if let Some(value) = self.constants.get(path) {
            return Ok(value.clone());
        }
        // Constants are evaluated while compiling: their branches are not reported.
        let (base, function) = (self.base, self.function);
        self.base = self.cells.len();
        self.cells.extend(vec![Val::Unknown; LOCALS_OF_CONSTANTS]);
        self.quiet += 1;
        let value = self.eval(value, Some(shape));
        self.quiet -= 1;
        (self.base, self.function) = (base, function);
        let value = value?;
        let value = self.adopt(value, shape);
        self.constants.insert(path, value.clone());
        Ok(value)
    }

    fn unary(&mut self, op: Unary, of: &'p Expr, hint: Option<&Shape>) -> Eval<'p> {
        if op == Unary::Deref {
            let value = self.eval(of, hint)?;
            return Ok(match value {
                Val::Mut(place) => self.read(&place),
                value => value,
            });
        }
        let value = self.eval_shape(of, hint)?;
        self.unary_of(op, value)
    }

    fn assign(&mut self, to: &'p Expr, value: &'p Expr) -> Eval<'p> {
        // `(a, b) = …` and `_ = …`.
        match &*to.kind {
            Kind::Tuple(targets) if !targets.is_empty() => {
                let value = self.eval_shape(value, None)?;
                let Val::Tuple(parts) = value else { return unsupported("an assignment to several places") };
                for (target, part) in targets.iter().zip(parts.iter()) {
                    self.assign_value(target, part.clone())?;
                }
            }
            _ => {
                let value = self.eval(value, None)?;
                self.assign_value(to, value)?;
            }
        }
        Ok(Val::unit())
    }

    fn assign_value(&mut self, to: &'p Expr, value: Val<'p>) -> Eval<'p, ()> {
        if matches!(&*to.kind, Kind::Unmodelled(_)) {
            return unsupported("an assignment");
        }
        let Some(place) = self.place(to)? else {
            return match self.eval(to, None)? {
                Val::Mut(place) => self.write(&place, value),
                Val::Unknown if self.is_cover() => Ok(()),
                _ => unsupported("an assignment to no place"),
            };
        };
        let old = self.read(&place);
        let value = self.like(value, &old);
        self.write(&place, value)
    }

    fn assign_binary(&mut self, op: Binary, to: &'p Expr, value: &'p Expr) -> Eval<'p> {
        let right = self.eval(value, None)?;
        let Some(place) = self.place(to)? else {
            return if self.is_cover() { Ok(Val::unit()) } else { unsupported("an assignment to no place") };
        };
        let (place, left) = self.opened(place)?;
        if let Val::Seq(seq) = &left
            && seq.kind == SeqKind::Text
        {
            self.push_text(&place, right)?;
            return Ok(Val::unit());
        }
        if let Some(done) = self.overloaded_assign(op, &place, &left, &right)? {
            return Ok(done);
        }
        let value = self.binary_of(op, left, right)?;
        self.write(&place, value)?;
        Ok(Val::unit())
    }

    /// A part of a struct or tuple.
    pub fn field(&mut self, value: Val<'p>, name: &str) -> Eval<'p> {
        // A field behind a reference is a place, if it is a reference itself.
        let value = self.shape(value)?;
        match &value {
            Val::Tuple(parts) => {
                let part = name.parse::<usize>().ok().and_then(|at| parts.get(at));
                part.cloned().map_or_else(|| unsupported(format!("field `{name}`")), Ok)
            }
            Val::Data(data) => {
                let at = self.field_number(data.path(), 0, name);
                let field = at.and_then(|at| data.fields(0).get(at));
                field.cloned().map_or_else(|| unsupported(format!("field `{name}` of `{}`", data.path())), Ok)
            }
            Val::Range(span) => match name {
                "start" => span.from.clone().map_or_else(|| unsupported("the start of a range"), Ok),
                _ => span.to.clone().map_or_else(|| unsupported("the end of a range"), Ok),
            },
            Val::Unknown => Ok(Val::Unknown),
            other => unsupported(format!("field `{name}` of {}", other.kind())),
        }
    }

    fn reference(&mut self, mutable: bool, of: &'p Expr, hint: Option<&Shape>) -> Eval<'p> {
        if !mutable {
            return self.eval(of, hint);
        }
        match self.place(of)? {
            Some(place) => {
                // `&mut *x` and `&mut x.y` of a reference are what these refer to.
                Ok(Val::Mut(place))
            }
            None => {
                let value = self.eval(of, hint)?;
                Ok(match value {
                    Val::Mut(place) => Val::Mut(place),
                    value => Val::Mut(self.cell(value)),
                })
            }
        }
    }

    fn structure(
        &mut self,
        path: &'p str,
        variant: &'p str,
        fields: &'p [(String, Expr)],
        base: Option<&'p Expr>,
    ) -> Eval<'p> {
        let program = self.program;
        let Some(definition) = program.types.get(path) else {
            return unsupported(format!("struct `{path}`"));
        };
        let Some(at) = definition.variants.iter().position(|found| found.name == variant) else {
            return unsupported(format!("`{path}::{variant}`"));
        };
        let shapes = &definition.variants[at].fields;
        let mut values: Vec<Option<Val<'p>>> = vec![None; shapes.len()];
        for (name, value) in fields {
            let Some(number) = shapes.iter().position(|(field, _)| field == name) else {
                return unsupported(format!("field `{name}` of `{path}`"));
            };
            let shape = &shapes[number].1;
            let value = self.eval(value, Some(shape))?;
            values[number] = Some(self.adopt(value, shape));
        }
        if let Some(base) = base {
            let shape = Shape::Named(path.to_owned(), Vec::new());
            let base = self.eval_shape(base, Some(&shape))?;
            for (slot, (name, _)) in values.iter_mut().zip(shapes).filter(|(slot, _)| slot.is_none()) {
                *slot = Some(self.field(base.clone(), name)?);
            }
        }
        let values: Option<Vec<_>> = values.into_iter().collect();
        values.map_or_else(
            || unsupported(format!("all fields of `{path}`")),
            |fields| Ok(Val::known(path, at, fields)),
        )
    }

    fn formatted(&mut self, to: Option<&'p Expr>, pieces: &'p [Piece]) -> Eval<'p> {
        let mut written = Vec::with_capacity(pieces.len());
        for piece in pieces {
            written.push(match piece {
                Piece::Text(text) => Written::Text(text.clone()),
                Piece::Argument(value, spec) => {
                    let value = self.eval(value, None)?;
                    // What it is now, not what it will be when the text is read.
                    let value = match value {
                        Val::Mut(place) => self.read(&place),
                        value => value,
                    };
                    Written::Value(value, spec.clone())
                }
            });
        }
        let text = self.text_of(written)?;
        let Some(to) = to else { return Ok(text) };
        let place = match self.place(to)? {
            Some(place) => place,
            None => match self.eval(to, None)? {
                Val::Mut(place) => place,
                _ => return unsupported("`write!` to no place"),
            },
        };
        self.push_text(&place, text)?;
        Ok(Val::ok(Val::unit()))
    }

    /// An integer or float of open type, as what it is put in the place of.
    fn like(&mut self, value: Val<'p>, old: &Val<'p>) -> Val<'p> {
        match (&value, old) {
            (Val::Int(term, None), Val::Int(_, Some(int))) => self.typed(*term, *int),
            (Val::Float(term, None), Val::Float(_, Some(ty))) => {
                Val::Float(self.float_as(*term, *ty), Some(*ty))
            }
            _ => value,
        }
    }
}
