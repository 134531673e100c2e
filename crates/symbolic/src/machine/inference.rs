//! The type of a variable whose value does not tell it, by how it is used: `let n = text.parse()?; Ok(Port(n))`.

use std::collections::BTreeMap;

use super::hints::argument;
use super::state::Machine;
use crate::program::{Binary, Body, Expr, Kind, Local, PatternKind, Program, Shape, Statement};
use morph_relation::{FloatType, IntType, Type};

/// Methods whose result is of the type that is asked for.
const OPEN: [&str; 8] =
    ["parse", "into", "try_into", "collect", "sum", "product", "unwrap_or_default", "default"];
/// Methods that hand the type on.
const THROUGH: [&str; 14] = [
    "unwrap",
    "expect",
    "unwrap_or",
    "unwrap_or_else",
    "unwrap_or_default",
    "ok",
    "map_err",
    "ok_or",
    "ok_or_else",
    "or",
    "min",
    "max",
    "clamp",
    "abs",
];

impl<'p> Machine<'p, '_> {
    /// What the uses of a new variable say of its type, if its value leaves that open.
    pub fn inferred(&mut self, pattern: &PatternKind, value: &Expr) -> Option<Shape> {
        let PatternKind::Bind { local, inner: None, .. } = pattern else { return None };
        if !is_open(value) {
            return None;
        }
        let body = self.function?;
        let key = (std::ptr::from_ref(body) as usize, *local);
        if let Some(known) = self.inferences.get(&key) {
            return known.clone();
        }
        let mut uses = Uses::new(self.program, body, *local);
        uses.read(&body.block, Some(&body.ret));
        let found = uses.found;
        self.inferences.insert(key, found.clone());
        found
    }
}

fn is_open(value: &Expr) -> bool {
    match &*value.kind {
        Kind::Int(_, None) | Kind::Float(_, None) => true,
        Kind::Try(of) => is_open(of),
        Kind::Method { receiver, name, types, .. } => {
            (OPEN.contains(&&**name) && types.is_empty()) || (THROUGH.contains(&&**name) && is_open(receiver))
        }
        Kind::Call(callee, _) => match &*callee.kind {
            Kind::Outside(path, _) => path.last().is_some_and(|name| name == "default"),
            _ => false,
        },
        Kind::Match(_, arms) => arms.iter().any(|arm| is_open(&arm.body)),
        _ => false,
    }
}

/// The first use of a variable that says its type.
struct Uses<'p> {
    program: &'p Program,
    body: &'p Body,
    wanted: Local,
    /// Types of variables that are written.
    written: BTreeMap<Local, Shape>,
    found: Option<Shape>,
}

impl<'p> Uses<'p> {
    fn new(program: &'p Program, body: &'p Body, wanted: Local) -> Uses<'p> {
        let mut written = BTreeMap::new();
        for (pattern, shape) in body.params.iter().zip(&body.types) {
            if let PatternKind::Bind { local, .. } = &pattern.kind {
                written.insert(*local, shape.clone());
            }
        }
        Uses { program, body, wanted, written, found: None }
    }

    fn read(&mut self, expr: &'p Expr, expected: Option<&Shape>) {
        if self.found.is_some() {
            return;
        }
        let expected = expected.filter(|shape| **shape != Shape::Unknown);
        match &*expr.kind {
            Kind::Local(local) if *local == self.wanted => self.found = expected.cloned(),
            Kind::Block { statements, last, .. } => {
                statements.iter().for_each(|statement| self.statement(statement));
                last.iter().for_each(|last| self.read(last, expected));
            }
            Kind::If { condition, then, otherwise } => {
                self.read(condition, None);
                self.read(then, expected);
                otherwise.iter().for_each(|otherwise| self.read(otherwise, expected));
            }
            Kind::Match(of, arms) => {
                self.read(of, None);
                for arm in arms {
                    arm.guard.iter().for_each(|guard| self.read(guard, None));
                    self.read(&arm.body, expected);
                }
            }
            Kind::Return(Some(value)) => self.read(value, Some(&self.body.ret)),
            Kind::Tuple(parts) => {
                for (at, part) in parts.iter().enumerate() {
                    self.read(part, expected.and_then(|expected| argument(expected, at)).as_ref());
                }
            }
            Kind::Array(_, items) => {
                let item = expected.and_then(|expected| argument(expected, 0));
                items.iter().for_each(|part| self.read(part, item.as_ref()));
            }
            Kind::Struct { path, variant, fields, .. } => {
                for (name, value) in fields {
                    let shape = self.field(path, variant, |(field, _)| field == name);
                    self.read(value, shape.as_ref());
                }
            }
            Kind::Call(callee, args) => self.call(callee, args, expected),
            Kind::Method { receiver, args, candidates, name, .. } => {
                let same = expected.filter(|_| THROUGH.contains(&&**name) || name.starts_with("wrapping"));
                self.read(receiver, same);
                let body = candidates.first().and_then(|path| self.program.functions.get(path));
                for (at, arg) in args.iter().enumerate() {
                    self.read(arg, body.and_then(|body| body.types.get(at + 1)));
                }
            }
            Kind::Binary(op, a, b) => self.binary(*op, a, b, expected),
            Kind::Assign(a, b) | Kind::AssignBinary(_, a, b) => {
                let (of_a, of_b) = (self.type_of(a), self.type_of(b));
                self.read(a, of_b.as_ref());
                self.read(b, of_a.as_ref());
            }
            Kind::Index(a, b) => {
                self.read(a, None);
                self.read(b, Some(&Shape::Known(Type::Int(IntType::Usize))));
            }
            Kind::Unary(_, a) => self.read(a, expected),
            Kind::Reference { of, .. } => self.read(of, expected),
            _ => expr.children().into_iter().for_each(|child| self.read(child, None)),
        }
    }

    fn statement(&mut self, statement: &'p Statement) {
        match statement {
            Statement::Let { pattern, shape, value, otherwise, .. } => {
                if let (PatternKind::Bind { local, .. }, true) = (&pattern.kind, *shape != Shape::Unknown) {
                    self.written.insert(*local, shape.clone());
                }
                value.iter().for_each(|value| self.read(value, Some(shape)));
                otherwise.iter().for_each(|otherwise| self.read(otherwise, None));
            }
            Statement::Expr(expr) => self.read(expr, None),
        }
    }

    fn call(&mut self, callee: &'p Expr, args: &'p [Expr], expected: Option<&Shape>) {
        for (at, arg) in args.iter().enumerate() {
            let shape = match &*callee.kind {
                Kind::Function(path) => {
                    self.program.functions.get(path).and_then(|body| body.types.get(at).cloned())
                }
                Kind::Constructor(path, variant) if matches!(&**path, "Option" | "Result") => {
                    expected.and_then(|expected| argument(expected, usize::from(variant == "Err")))
                }
                Kind::Constructor(path, variant) => {
                    self.field(path, variant, |(field, _)| *field == at.to_string())
                }
                Kind::Outside(path, _)
                    if path.last().is_some_and(|name| matches!(&**name, "Some" | "Ok")) =>
                {
                    expected.and_then(|expected| argument(expected, 0))
                }
                _ => None,
            };
            self.read(arg, shape.as_ref());
        }
    }

    /// Operands are of one type, but for those of shifts.
    fn binary(&mut self, op: Binary, a: &'p Expr, b: &'p Expr, expected: Option<&Shape>) {
        let same = !matches!(op, Binary::Shl | Binary::Shr);
        let compares =
            matches!(op, Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge);
        let of_a = if same { self.type_of(b) } else { None };
        let of_b = if same { self.type_of(a) } else { None };
        let outer = expected.filter(|_| !compares).cloned();
        self.read(a, of_a.or(outer.clone()).as_ref());
        self.read(b, of_b.or(outer.filter(|_| same)).as_ref());
    }

    fn field(&self, path: &str, variant: &str, is: impl Fn(&(String, Shape)) -> bool) -> Option<Shape> {
        let definition = self.program.types.get(path)?;
        let variant = definition.variants.iter().find(|found| found.name == variant)?;
        variant.fields.iter().find(|field| is(field)).map(|(_, shape)| shape.clone())
    }

    /// The type of a number, where it is plain.
    fn type_of(&self, expr: &Expr) -> Option<Shape> {
        match &*expr.kind {
            Kind::Local(local) => self.written.get(local).cloned().filter(is_number),
            Kind::Int(_, Some(ty)) => Some(Shape::Known(Type::Int(*ty))),
            Kind::Float(_, ty) => Some(Shape::Known(Type::Float(ty.unwrap_or(FloatType::F64)))),
            Kind::Cast(_, shape) | Kind::Const(_, shape, _) => Some(shape.clone()).filter(is_number),
            Kind::Unary(_, of) | Kind::Reference { of, .. } => self.type_of(of),
            Kind::Binary(Binary::Add | Binary::Sub | Binary::Mul | Binary::Div | Binary::Rem, a, b) => {
                self.type_of(a).or_else(|| self.type_of(b))
            }
            Kind::Method { receiver, name, .. } => match &**name {
                "len" | "count" => Some(Shape::Known(Type::Int(IntType::Usize))),
                name if THROUGH.contains(&name) || name.starts_with("wrapping") => self.type_of(receiver),
                _ => None,
            },
            Kind::Call(callee, _) => match &*callee.kind {
                Kind::Function(path) => {
                    self.program.functions.get(path).map(|body| body.ret.clone()).filter(is_number)
                }
                Kind::Outside(path, _) => {
                    let int = path.first().and_then(|head| IntType::named(head))?;
                    path.last().filter(|name| *name == "from").map(|_| Shape::Known(Type::Int(int)))
                }
                _ => None,
            },
            _ => None,
        }
    }
}

fn is_number(shape: &Shape) -> bool {
    super::hints::integer(shape).is_some() || super::hints::float(shape).is_some()
}
