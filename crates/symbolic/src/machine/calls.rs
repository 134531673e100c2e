//! Calls: functions of the workspace, constructors, closures.

use std::rc::Rc;

use super::arithmetic::builtin_name;
use super::cover::Called;
use super::hints::head;
use super::input::plain;
use super::state::{Eval, Flow, Machine, unsupported};
use super::value::{Callable, SeqKind, Val};
use crate::End;
use crate::program::{Body, Expr, Kind, Shape};
use morph_relation::IntType;
use morph_source::probe::Event;

impl<'p> Machine<'p, '_> {
    pub fn call(&mut self, callee: &'p Expr, args: &'p [Expr], hint: Option<&Shape>) -> Eval<'p> {
        let program = self.program;
        match &*callee.kind {
            Kind::Function(path) => {
                let Some(body) = program.functions.get(path) else { return unsupported(format!("`{path}`")) };
                let args = self.arguments(args, &body.types)?;
                self.call_body(body, args)
            }
            Kind::AnyOf(paths) => {
                let args = self.arguments(args, &[])?;
                self.call_any(paths, args, hint)
            }
            Kind::Constructor(path, variant) => {
                let shapes = self.shapes_of(path, variant, hint);
                let args = self.arguments(args, &shapes)?;
                self.construct_data(path, variant, args, &shapes)
            }
            Kind::Outside(path, shapes) => {
                let inner =
                    hint.filter(|_| path.last().is_some_and(|name| matches!(&**name, "Some" | "Ok" | "Err")));
                let at = usize::from(path.last().is_some_and(|name| name == "Err"));
                let inner = inner.and_then(|hint| super::hints::argument(hint, at));
                let own = path.first().and_then(|head| IntType::named(head));
                let own = own.map(|int| Shape::Known(morph_relation::Type::Int(int)));
                let inner: Vec<Shape> = inner.or(own).map_or_else(Vec::new, |shape| vec![shape; args.len()]);
                let args = self.arguments(args, &inner)?;
                self.outside_call(path, shapes, args, hint)
            }
            Kind::OfParameter(param, name) => {
                let args = self.arguments(args, &[])?;
                self.call_of_parameter(param, name, args, hint)
            }
            _ => {
                let value = self.eval(callee, None)?;
                let args = self.arguments(args, &[])?;
                self.call_value(&value, args)
            }
        }
    }

    fn arguments(&mut self, args: &'p [Expr], shapes: &[Shape]) -> Eval<'p, Vec<Val<'p>>> {
        let mut values = Vec::with_capacity(args.len());
        for (at, arg) in args.iter().enumerate() {
            values.push(self.eval(arg, shapes.get(at))?);
        }
        Ok(values)
    }

    /// The value of something that can be called.
    pub fn call_value(&mut self, callee: &Val<'p>, args: Vec<Val<'p>>) -> Eval<'p> {
        match callee {
            Val::Closure(closure) => {
                let (base, function) = (self.base, self.function);
                (self.base, self.function) = (closure.base, closure.function);
                let value = self.closure_body(closure, args);
                (self.base, self.function) = (base, function);
                match value {
                    Err(Flow::Return(value)) => Ok(value),
                    value => value,
                }
            }
            Val::Function(function) => match &**function {
                Callable::Function(path) => self.call_path(path, args),
                Callable::AnyOf(paths) => self.call_any(paths, args, None),
                Callable::Constructor(path, variant) => {
                    let shapes = self.shapes_of(path, variant, None);
                    self.construct_data(path, variant, args, &shapes)
                }
                Callable::Outside(path, shapes) => self.outside_call(path, shapes, args, None),
                Callable::OfParameter(param, name) => self.call_of_parameter(param, name, args, None),
            },
            Val::Mut(place) => {
                let callee = self.read(place);
                self.call_value(&callee, args)
            }
            Val::Unknown => {
                self.unmodelled_call(&args)?;
                Ok(Val::Unknown)
            }
            other => unsupported(format!("a call of {}", other.kind())),
        }
    }

    fn closure_body(&mut self, closure: &super::value::Closure<'p>, args: Vec<Val<'p>>) -> Eval<'p> {
        self.depth += 1;
        if self.depth > self.limits.depth {
            self.depth -= 1;
            self.inexact("calls are too deep");
            return Err(Flow::End(End::Limit));
        }
        let mut bound = Vec::new();
        for ((pattern, shape), arg) in closure.params.iter().zip(args) {
            let arg = self.adopt(arg, shape);
            self.pattern(pattern, arg, &mut bound)?;
        }
        self.bind(bound);
        let value = self.eval(closure.body, None);
        self.depth -= 1;
        value
    }

    pub fn call_path(&mut self, path: &str, args: Vec<Val<'p>>) -> Eval<'p> {
        let program = self.program;
        let Some(body) = program.functions.get(path) else { return unsupported(format!("`{path}`")) };
        self.call_body(body, args)
    }

    /// A call of the one among several functions that takes these arguments.
    pub fn call_any(&mut self, paths: &[String], args: Vec<Val<'p>>, hint: Option<&Shape>) -> Eval<'p> {
        let fitting: Vec<&String> = paths.iter().filter(|path| self.accepts(path, &args)).collect();
        let wanted = hint.and_then(head);
        let returns = |path: &&&String| {
            let ret = self.program.functions.get(**path).and_then(|body| head(&body.ret));
            wanted.is_some() && ret == wanted
        };
        let chosen = match fitting.as_slice() {
            [only] => Some(*only),
            several => several.iter().find(returns).or(several.first()).copied(),
        };
        match chosen {
            Some(path) => {
                if fitting.len() > 1 && wanted.is_none() {
                    self.inexact("which of several functions is called");
                }
                self.call_path(path, args)
            }
            None => unsupported(format!("`{}` with these arguments", paths.first().map_or("", |path| path))),
        }
    }

    /// Whether a function's parameters may be of these values' types.
    pub fn accepts(&self, path: &str, args: &[Val<'p>]) -> bool {
        let Some(body) = self.program.functions.get(path) else { return false };
        body.types.len() == args.len()
            && body.types.iter().zip(args).all(|(shape, arg)| {
                let Some(wanted) = head(shape) else { return true };
                self.is_of(arg, &wanted)
            })
    }

    fn is_of(&self, value: &Val<'p>, wanted: &str) -> bool {
        let sequences = ["Vec", "Slice", "Array", "VecDeque"];
        match value {
            Val::Input(input) => {
                let name = head(&Shape::Known((*input.ty).clone())).unwrap_or_default();
                plain(&name) == plain(wanted)
                    || (name == "String" && matches!(wanted, "str" | "String"))
                    || (sequences.contains(&&*name) && sequences.contains(&wanted))
            }
            Val::Int(_, None) => IntType::named(wanted).is_some(),
            Val::Float(_, None) => super::hints::float_named(wanted).is_some(),
            Val::Seq(seq) if seq.kind == SeqKind::Text => matches!(wanted, "str" | "String" | "Str"),
            Val::Text(_) => matches!(wanted, "str" | "String" | "Str"),
            Val::Seq(_) => sequences.contains(&wanted),
            Val::Mut(place) => {
                // A look without following what is unknown.
                let mut value = &self.cells[place.cell];
                for step in &place.path {
                    value = match (value, step) {
                        (Val::Tuple(parts), super::value::Projection::Part(_, at)) if *at < parts.len() => {
                            &parts[*at]
                        }
                        (Val::Data(data), super::value::Projection::Part(variant, at)) => {
                            match data.fields(*variant).get(*at) {
                                Some(part) => part,
                                None => return true,
                            }
                        }
                        _ => return true,
                    };
                }
                self.is_of(value, wanted)
            }
            value => builtin_name(value).is_none_or(|name| name == wanted),
        }
    }

    /// A function of the workspace.
    pub fn call_body(&mut self, body: &'p Body, mut args: Vec<Val<'p>>) -> Eval<'p> {
        if self.is_cover() {
            match self.cover_call(body, &mut args)? {
                Called::Run => {}
                Called::Unknown(value) => return Ok(value),
            }
        } else if self.depth >= self.limits.depth {
            self.inexact("calls are too deep");
            return Err(Flow::End(End::Limit));
        }
        let (base, function) = (self.base, self.function);
        let start = self.cells.len();
        self.cells.extend(std::iter::repeat_n(Val::Unknown, body.locals));
        let mut bound = Vec::new();
        (self.base, self.function) = (start, Some(body));
        self.depth += 1;
        self.called.push(body);
        let value = self.run_body(body, args, &mut bound);
        self.called.pop();
        self.depth -= 1;
        (self.base, self.function) = (base, function);
        let value = match value {
            Ok(value) | Err(Flow::Return(value)) => value,
            Err(other) => return Err(other),
        };
        Ok(self.adopt(value, &body.ret))
    }

    fn run_body(
        &mut self,
        body: &'p Body,
        args: Vec<Val<'p>>,
        bound: &mut Vec<(crate::program::Local, Val<'p>)>,
    ) -> Eval<'p> {
        for (at, (pattern, arg)) in body.params.iter().zip(args).enumerate() {
            let arg = self.adopt(arg, &body.types[at]);
            let arg = match arg {
                // What is not taken by `&mut` is copied or only read; iterators stay where they are.
                Val::Mut(place) if !body.by_mut[at] => match self.read(&place) {
                    Val::Iter(_) | Val::Range(_) | Val::Closure(_) => Val::Mut(place),
                    value => value,
                },
                arg => arg,
            };
            self.pattern(pattern, arg, bound)?;
        }
        self.bind(std::mem::take(bound));
        self.eval(&body.block, Some(&body.ret))
    }

    /// The path of a type's own method with so many parameters.
    pub fn own_method(&self, head: &str, name: &str, arity: usize) -> Option<String> {
        let found = self.program.methods.get(&(head.to_owned(), name.to_owned()))?;
        let fits =
            |path: &&String| self.program.functions.get(*path).is_some_and(|body| body.params.len() == arity);
        found.iter().find(fits).cloned()
    }

    /// What is written of the fields of a variant.
    fn shapes_of(&self, path: &str, variant: &str, hint: Option<&Shape>) -> Vec<Shape> {
        if matches!(path, "Option" | "Result") {
            let at = usize::from(variant == "Err");
            return hint.and_then(|hint| super::hints::argument(hint, at)).into_iter().collect();
        }
        let Some(definition) = self.program.types.get(path) else { return Vec::new() };
        let found = definition.variants.iter().find(|found| found.name == variant);
        found.map_or_else(Vec::new, |found| found.fields.iter().map(|(_, shape)| shape.clone()).collect())
    }

    pub fn construct_data(
        &mut self,
        path: &str,
        variant: &str,
        args: Vec<Val<'p>>,
        shapes: &[Shape],
    ) -> Eval<'p> {
        if matches!(path, "Box" | "Rc" | "Arc" | "Cow") {
            return args.into_iter().next().map_or_else(|| unsupported(format!("`{path}`")), Ok);
        }
        let number = match self.variant_number(path, variant) {
            Some(number) => number,
            // `Reverse(x)`, `Wrapping(x)`.
            None if !self.program.types.contains_key(path) => 0,
            None => return unsupported(format!("`{path}::{variant}`")),
        };
        let mut fields = Vec::with_capacity(args.len());
        for (at, arg) in args.into_iter().enumerate() {
            fields.push(match shapes.get(at) {
                Some(shape) => self.adopt(arg, shape),
                None => arg,
            });
        }
        Ok(Val::known(path, number, fields))
    }

    pub fn constructor_value(&mut self, path: &str, variant: &str) -> Eval<'p> {
        let is_unit = match path {
            "Option" => variant == "None",
            "Result" | "Reverse" | "Wrapping" | "Box" | "Rc" | "Arc" => false,
            "ControlFlow" => false,
            _ => match self.program.types.get(path) {
                Some(definition) => definition
                    .variants
                    .iter()
                    .find(|found| found.name == variant)
                    .is_none_or(|found| found.fields.is_empty()),
                None => true,
            },
        };
        if is_unit {
            return self.construct_data(path, variant, Vec::new(), &[]);
        }
        Ok(Val::Function(Rc::new(Callable::Constructor(path.to_owned(), variant.to_owned()))))
    }

    /// `T::CONST`, by what the current function's arguments tell of `T`.
    pub fn of_parameter(&mut self, param: &'p str, name: &'p str) -> Eval<'p> {
        let Some(ty) = self.parameter(param, name) else {
            return Ok(Val::Function(Rc::new(Callable::OfParameter(param.to_owned(), name.to_owned()))));
        };
        let key = (ty.clone(), name.to_owned());
        let program = self.program;
        if let Some(Kind::Const(path, shape, value)) = program.constants.get(&key) {
            return self.constant_of(path, shape, value);
        }
        if let Some(path) = program.methods.get(&key).and_then(|found| found.first()) {
            return Ok(Val::Function(Rc::new(Callable::Function(path.clone()))));
        }
        self.outside_value(&[ty, name.to_owned()], &[])
    }

    fn call_of_parameter(
        &mut self,
        param: &str,
        name: &str,
        args: Vec<Val<'p>>,
        hint: Option<&Shape>,
    ) -> Eval<'p> {
        let of_first = args.first().and_then(builtin_name).map(str::to_owned);
        let hinted = hint.and_then(head);
        let known = |ty: &String| self.program.methods.contains_key(&(ty.clone(), name.to_owned()));
        let ty = of_first.into_iter().chain(hinted).find(known).or_else(|| self.parameter(param, name));
        let Some(ty) = ty else { return unsupported(format!("`{param}::{name}`")) };
        match self.program.methods.get(&(ty.clone(), name.to_owned())) {
            Some(paths) => self.call_any(&paths.clone(), args, hint),
            None => self.outside_call(&[ty, name.to_owned()], &[], args, hint),
        }
    }

    /// The type that a type parameter of the current function stands for, where one argument of open type tells.
    fn parameter(&mut self, param: &str, name: &str) -> Option<String> {
        let body = self.function?;
        let values: Vec<Val<'p>> =
            self.cells.get(self.base..self.base + body.locals.min(body.params.len()))?.to_vec();
        let mut found: Option<String> = None;
        for (value, shape) in values.into_iter().zip(&body.types) {
            if *shape != Shape::Unknown && !matches!(shape, Shape::Named(..)) && param != "Self" {
                continue;
            }
            let value = self.shape(value).ok()?;
            let value = match value {
                Val::Seq(seq) if seq.kind == SeqKind::Items => {
                    let first = seq.at(0)?.clone();
                    self.shape(first).ok()?
                }
                value => value,
            };
            let Some(ty) = builtin_name(&value) else { continue };
            if self.program.methods.contains_key(&(ty.to_owned(), name.to_owned()))
                || self.program.constants.contains_key(&(ty.to_owned(), name.to_owned()))
            {
                return Some(ty.to_owned());
            }
            found.get_or_insert_with(|| ty.to_owned());
        }
        found
    }

    /// `e?`.
    pub fn tried(&mut self, whole: &'p Expr, of: &'p Expr, hint: Option<&Shape>) -> Eval<'p> {
        let wrapped = hint.map(|hint| Shape::Named("Option".to_owned(), vec![hint.clone()]));
        let value = self.eval_shape(of, wrapped.as_ref())?;
        let sites = self.sites(&whole.span, [Event::Continued, Event::Returned]);
        let Val::Data(data) = &value else {
            return match value {
                Val::Unknown => {
                    let goes = self.unknown_bool("`?` of something unknown");
                    if self.branch(goes, sites)? { Ok(Val::Unknown) } else { Err(Flow::Return(Val::Unknown)) }
                }
                other => unsupported(format!("`?` of {}", other.kind())),
            };
        };
        let is_option = &**data.path() == "Option";
        let good = usize::from(is_option);
        let goes_on = self.is_variant(data, good);
        if self.branch(goes_on, sites)? {
            return Ok(data.fields(good).first().cloned().unwrap_or(Val::Unknown));
        }
        if is_option {
            return Err(Flow::Return(Val::none()));
        }
        let error = data.fields(1).first().cloned().unwrap_or(Val::Unknown);
        let error = self.converted_error(error)?;
        Err(Flow::Return(Val::err(error)))
    }

    /// What `?` makes of an error: the `From` of the function's error type, where that is another.
    fn converted_error(&mut self, error: Val<'p>) -> Eval<'p> {
        let Some(wanted) =
            self.function.and_then(|body| super::hints::argument(&body.ret, 1)).and_then(|e| head(&e))
        else {
            return Ok(error);
        };
        if self.is_of(&error, &wanted) && !matches!(error, Val::Unknown) {
            return Ok(error);
        }
        let Some(paths) = self.program.methods.get(&(wanted, "from".to_owned())) else { return Ok(error) };
        let paths = paths.clone();
        let value = self.shape(error)?;
        self.call_any(&paths, vec![value], None)
    }
}
