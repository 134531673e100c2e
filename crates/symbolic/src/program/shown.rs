//! Bodies as short texts, for tests: locals as `v0`, names of the workspace in full, kinds that Rust has no text for
//! between braces.

use std::fmt::{self, Display, Formatter};

use super::{Arm, Binary, Body, Expr, Kind, Pattern, PatternKind, Piece, Shape, Statement, Unary};

/// Items with something between them.
fn list<T: Display>(items: &[T]) -> String {
    items.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

impl Display for Body {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let params = self.params.iter().zip(&self.types).zip(&self.by_mut);
        let params = params.map(|((pattern, shape), by_mut)| {
            format!("{pattern}: {}{shape}", if *by_mut { "&mut " } else { "" })
        });
        write!(f, "|{}| -> {} {}", params.collect::<Vec<_>>().join(", "), self.ret, self.block)
    }
}

impl Display for Shape {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Shape::Unknown => f.write_str("_"),
            Shape::Known(ty) => write!(f, "{ty}"),
            Shape::Named(name, of) if of.is_empty() => f.write_str(name),
            Shape::Named(name, of) => write!(f, "{name}<{}>", list(of)),
        }
    }
}

impl Display for Expr {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)
    }
}

fn optional(expr: Option<&Expr>) -> String {
    expr.map(ToString::to_string).unwrap_or_default()
}

fn types(shapes: &[Shape]) -> String {
    if shapes.is_empty() { String::new() } else { format!("::<{}>", list(shapes)) }
}

fn labelled(label: Option<&String>) -> String {
    label.map(|label| format!("'{label}: ")).unwrap_or_default()
}

impl Display for Kind {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Kind::Int(value, ty) => write!(f, "{value}{}", ty.map(|ty| ty.name()).unwrap_or_default()),
            Kind::Float(value, ty) => write!(f, "{value:?}{}", ty.map(|ty| ty.name()).unwrap_or_default()),
            Kind::Bool(value) => write!(f, "{value}"),
            Kind::Char(value) => write!(f, "{value:?}"),
            Kind::Str(text) => write!(f, "{text:?}"),
            Kind::Local(local) => write!(f, "v{}", local.0),
            Kind::Const(path, shape, value) => write!(f, "{{{path}: {shape} = {value}}}"),
            Kind::Outside(path, of) => write!(f, "{}{}", path.join("::"), types(of)),
            Kind::Function(path) => write!(f, "{{fn {path}}}"),
            Kind::AnyOf(paths) => write!(f, "{{one of {}}}", paths.join(" | ")),
            Kind::Constructor(path, variant) => write!(f, "{{{path}.{variant}}}"),
            Kind::OfParameter(param, name) => write!(f, "<{param}>::{name}"),
            Kind::Unary(op, of) => {
                let sign = match op {
                    Unary::Not => "!",
                    Unary::Neg => "-",
                    Unary::Deref => "*",
                };
                write!(f, "{sign}{of}")
            }
            Kind::Binary(op, a, b) => write!(f, "({a} {} {b})", sign(*op)),
            Kind::Lazy(true, a, b) => write!(f, "({a} && {b})"),
            Kind::Lazy(false, a, b) => write!(f, "({a} || {b})"),
            Kind::Assign(a, b) => write!(f, "{a} = {b}"),
            Kind::AssignBinary(op, a, b) => write!(f, "{a} {}= {b}", sign(*op)),
            Kind::Field(of, name) => write!(f, "{of}.{name}"),
            Kind::Index(of, at) => write!(f, "{of}[{at}]"),
            Kind::Range { from, to, inclusive } => {
                let equal = if *inclusive { "=" } else { "" };
                write!(f, "({}..{equal}{})", optional(from.as_ref()), optional(to.as_ref()))
            }
            Kind::Tuple(parts) => write!(f, "({})", list(parts)),
            Kind::Array(vec, items) => write!(f, "{}[{}]", if *vec { "vec!" } else { "" }, list(items)),
            Kind::Repeat(vec, item, count) => {
                write!(f, "{}[{item}; {count}]", if *vec { "vec!" } else { "" })
            }
            Kind::Struct { path, variant, fields, base } => {
                write!(f, "{{{path}.{variant}")?;
                fields.iter().try_for_each(|(name, value)| write!(f, " {name}: {value}"))?;
                base.iter().try_for_each(|base| write!(f, " ..{base}"))?;
                f.write_str("}")
            }
            Kind::Call(function, args) => write!(f, "{function}({})", list(args)),
            Kind::Method { receiver, name, types: of, args, candidates } => {
                let may = candidates.join(" | ");
                let may = if may.is_empty() { may } else { format!("{{{may}}}") };
                write!(f, "{receiver}.{name}{may}{}({})", types(of), list(args))
            }
            Kind::Closure { params, body } => {
                let param = |(pattern, shape): &(Pattern, Shape)| match shape {
                    Shape::Unknown => pattern.to_string(),
                    shape => format!("{pattern}: {shape}"),
                };
                write!(f, "|{}| {body}", params.iter().map(param).collect::<Vec<_>>().join(", "))
            }
            Kind::Reference { mutable, of } => write!(f, "&{}{of}", if *mutable { "mut " } else { "" }),
            Kind::Panic => f.write_str("{panic}"),
            Kind::Assert(debug, condition) => {
                write!(f, "{{{}assert {condition}}}", if *debug { "debug " } else { "" })
            }
            Kind::AssertEqual(true, a, b) => write!(f, "{{assert {a} == {b}}}"),
            Kind::AssertEqual(false, a, b) => write!(f, "{{assert {a} != {b}}}"),
            Kind::Matches(of, arm) => {
                write!(f, "{{{of} matches {}", arm.pattern)?;
                arm.guard.iter().try_for_each(|guard| write!(f, " if {guard}"))?;
                f.write_str("}")
            }
            Kind::Format { to, pieces } => {
                f.write_str("{format")?;
                to.iter().try_for_each(|to| write!(f, " to {to}"))?;
                pieces.iter().try_for_each(|piece| write!(f, " {piece}"))?;
                f.write_str("}")
            }
            Kind::Unmodelled(what) => write!(f, "{{? {what}}}"),
            _ => self.fmt_control(f),
        }
    }
}

impl Kind {
    /// Conditions, loops, jumps and what follows them.
    fn fmt_control(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Kind::If { condition, then, otherwise } => {
                write!(f, "if {condition} {then}")?;
                otherwise.iter().try_for_each(|otherwise| write!(f, " else {otherwise}"))
            }
            Kind::Let(pattern, value) => write!(f, "let {pattern} = {value}"),
            Kind::Match(of, arms) => write!(f, "match {of} {{ {} }}", list(arms)),
            Kind::While { label, condition, body, .. } => {
                write!(f, "{}while {condition} {body}", labelled(label.as_ref()))
            }
            Kind::For { label, pattern, iterated, body, .. } => {
                write!(f, "{}for {pattern} in {iterated} {body}", labelled(label.as_ref()))
            }
            Kind::Loop { label, body } => write!(f, "{}loop {body}", labelled(label.as_ref())),
            Kind::Block { label, statements, last } => {
                write!(f, "{}{{ ", labelled(label.as_ref()))?;
                statements.iter().try_for_each(|statement| write!(f, "{statement} "))?;
                last.iter().try_for_each(|last| write!(f, "{last} "))?;
                f.write_str("}")
            }
            Kind::Break(label, value) => {
                f.write_str("break")?;
                label.iter().try_for_each(|label| write!(f, " '{label}"))?;
                value.iter().try_for_each(|value| write!(f, " {value}"))
            }
            Kind::Continue(label) => {
                f.write_str("continue")?;
                label.iter().try_for_each(|label| write!(f, " '{label}"))
            }
            Kind::Return(value) => write!(f, "return {}", optional(value.as_ref())),
            Kind::Try(of) => write!(f, "{of}?"),
            Kind::Cast(of, shape) => write!(f, "({of} as {shape})"),
            _ => Ok(()),
        }
    }
}

impl Display for Piece {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Text(text) => write!(f, "{text:?}"),
            Piece::Argument(value, spec) if spec.is_empty() => write!(f, "{value}"),
            Piece::Argument(value, spec) => write!(f, "{value}:{spec}"),
        }
    }
}

impl Display for Statement {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Statement::Let { pattern, shape, value, otherwise, .. } => {
                write!(f, "let {pattern}")?;
                if *shape != Shape::Unknown {
                    write!(f, ": {shape}")?;
                }
                value.iter().try_for_each(|value| write!(f, " = {value}"))?;
                otherwise.iter().try_for_each(|otherwise| write!(f, " else {otherwise}"))?;
                f.write_str(";")
            }
            Statement::Expr(expr) => write!(f, "{expr};"),
        }
    }
}

impl Display for Arm {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.pattern)?;
        self.guard.iter().try_for_each(|guard| write!(f, " if {guard}"))?;
        write!(f, " => {}", self.body)
    }
}

impl Display for Pattern {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match &self.kind {
            PatternKind::Any => f.write_str("_"),
            PatternKind::Bind { local, by_ref, inner } => {
                write!(f, "{}v{}", if *by_ref { "ref " } else { "" }, local.0)?;
                inner.iter().try_for_each(|inner| write!(f, " @ {inner}"))
            }
            PatternKind::Equal(value) => write!(f, "{value}"),
            PatternKind::Range { from, to, inclusive } => {
                let equal = if *inclusive { "=" } else { "" };
                write!(f, "{}..{equal}{}", optional(from.as_ref()), optional(to.as_ref()))
            }
            PatternKind::Tuple(before, rest, behind) => {
                let rest = if *rest { vec!["..".to_owned()] } else { Vec::new() };
                write!(f, "({})", around(before, rest, behind))
            }
            PatternKind::Slice(before, rest, behind) => {
                let rest = rest.iter().map(|rest| format!("{rest}..")).collect();
                write!(f, "[{}]", around(before, rest, behind))
            }
            PatternKind::Data { path, variant, fields } => {
                write!(f, "{{{path}.{variant}")?;
                fields.iter().try_for_each(|(name, pattern)| write!(f, " {name}: {pattern}"))?;
                f.write_str("}")
            }
            PatternKind::Reference(inner) => write!(f, "&{inner}"),
            PatternKind::Or(cases) => {
                f.write_str(&cases.iter().map(ToString::to_string).collect::<Vec<_>>().join(" | "))
            }
            PatternKind::Unmodelled(what) => write!(f, "{{? {what}}}"),
        }
    }
}

fn around(before: &[Pattern], rest: Vec<String>, behind: &[Pattern]) -> String {
    let shown = |patterns: &[Pattern]| patterns.iter().map(ToString::to_string).collect::<Vec<_>>();
    [shown(before), rest, shown(behind)].concat().join(", ")
}

fn sign(op: Binary) -> &'static str {
    match op {
        Binary::Add => "+",
        Binary::Sub => "-",
        Binary::Mul => "*",
        Binary::Div => "/",
        Binary::Rem => "%",
        Binary::BitAnd => "&",
        Binary::BitOr => "|",
        Binary::BitXor => "^",
        Binary::Shl => "<<",
        Binary::Shr => ">>",
        Binary::Eq => "==",
        Binary::Ne => "!=",
        Binary::Lt => "<",
        Binary::Le => "<=",
        Binary::Gt => ">",
        Binary::Ge => ">=",
    }
}
