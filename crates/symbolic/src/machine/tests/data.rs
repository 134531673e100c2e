//! Structs, enums, traits, closures and errors.

use super::{Case, Lift, Source, agree, cases, code, outcome};
use morph_relation::Value;

code! { kinds, KINDS:
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Shape { Dot, Circle(u32), Rect { w: u16, h: u16 } }
    #[derive(Clone, Debug, PartialEq, Default)]
    pub struct Account { pub owner: String, pub balance: i64, pub limit: Option<u32> }
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Point { pub x: i32, pub y: i32 }
    impl std::ops::Add for Point {
        type Output = Point;
        fn add(self, other: Point) -> Point { Point { x: self.x.wrapping_add(other.x), y: self.y.wrapping_add(other.y) } }
    }
    impl Point {
        pub const ORIGIN: Point = Point { x: 0, y: 0 };
        pub fn turned(self) -> Point { Point { x: self.y, ..self } }
    }
    #[derive(Debug, PartialEq)]
    pub enum Error { Empty, Bad(char), TooLong { max: usize } }
    impl From<std::num::ParseIntError> for Error { fn from(_: std::num::ParseIntError) -> Error { Error::Empty } }
    pub trait Area { fn area(&self) -> u64; fn twice(&self) -> u64 { self.area() * 2 } }
    impl Area for Shape {
        fn area(&self) -> u64 {
            match self { Shape::Dot => 0, Shape::Circle(r) => u64::from(*r) * 3, Shape::Rect { w, h } => u64::from(*w) * u64::from(*h) }
        }
    }
    impl std::fmt::Display for Point {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "({}, {})", self.x, self.y) }
    }
    pub fn doubled(shape: Shape) -> u64 { shape.twice() }
    pub fn larger(a: Shape, b: Shape) -> (bool, bool) { (a > b, a == b) }
    pub fn withdraw(account: &mut Account, amount: i64) -> bool {
        let floor = -i64::from(account.limit.unwrap_or(0));
        let Some(rest) = account.balance.checked_sub(amount) else { return false; };
        if amount <= 0 || rest < floor { return false; }
        account.balance = rest;
        if account.owner.is_empty() { account.owner.push('?'); }
        true
    }
    pub fn walked(a: Point, b: Point) -> Point { if a == Point::ORIGIN { b.turned() } else { (a + b).turned() + Point { x: 1, y: 1 } } }
    pub fn told(p: Point) -> String { p.to_string() }
    pub fn checked(s: &str) -> Result<usize, Error> {
        if s.is_empty() { return Err(Error::Empty); }
        if let Some(c) = s.chars().find(|c| !c.is_ascii()) { return Err(Error::Bad(c)); }
        if s.len() > 5 { return Err(Error::TooLong { max: 5 }); }
        let n: usize = s.parse()?;
        Ok(n + 1)
    }
    pub fn combined(a: Option<i32>, b: Option<i32>) -> (Option<i32>, Option<i32>, i32, bool) {
        (a.and_then(|x| x.checked_add(b?)), a.or(b).filter(|x| x % 2 == 0), a.unwrap_or_default().max(b.unwrap_or(3)), a.is_some_and(|x| Some(x) > b))
    }
    pub fn results(a: Result<u8, i8>, b: u8) -> Result<u8, i8> {
        let x = a.map(|x| x / 2).or_else(|e| if e > 0 { Ok(e as u8) } else { Err(e) })?;
        x.checked_add(b).ok_or(-1)
    }
    pub fn composed(n: i32) -> i32 {
        let add = |by: i32| move |x: i32| x.wrapping_add(by);
        let apply = |f: &dyn Fn(i32) -> i32, x| f(f(x));
        let mut calls = 0;
        let mut count = |x: i32| { calls += 1; x ^ calls };
        let once = count(n);
        let twice = count(once);
        apply(&add(3), twice) - calls
    }
    pub fn nested(shapes: Vec<Option<Shape>>) -> u64 {
        let mut total = 0;
        for shape in &shapes {
            total += match shape {
                Some(Shape::Circle(r)) if *r > 10 => 100,
                Some(s @ (Shape::Dot | Shape::Circle(_))) => s.area() % 7,
                Some(Shape::Rect { w: 0, .. }) => 1,
                Some(Shape::Rect { h, .. }) => u64::from(*h),
                None => 0,
            };
        }
        total
    }
    pub fn ordering(a: (u8, char), b: (u8, char)) -> std::cmp::Ordering { b.1.cmp(&a.1).then(a.0.cmp(&b.0)) }
    pub fn defaulted(n: u8) -> Account { if n > 9 { Account { balance: i64::from(n), ..Default::default() } } else { Account::default() } }
}

impl Lift for kinds::Shape {
    fn lift(self) -> Value {
        match self {
            kinds::Shape::Dot => Value::data(0, Vec::new()),
            kinds::Shape::Circle(r) => Value::data(1, vec![r.lift()]),
            kinds::Shape::Rect { w, h } => Value::data(2, vec![w.lift(), h.lift()]),
        }
    }
    fn lower(value: &Value) -> Self {
        let Value::Data(data) = value else { panic!("{value:?}") };
        match (data.variant, data.fields.as_slice()) {
            (0, _) => kinds::Shape::Dot,
            (1, [r]) => kinds::Shape::Circle(u32::lower(r)),
            (_, fields) => kinds::Shape::Rect { w: u16::lower(&fields[0]), h: u16::lower(&fields[1]) },
        }
    }
}

impl Lift for kinds::Account {
    fn lift(self) -> Value {
        Value::data(0, vec![self.owner.lift(), self.balance.lift(), self.limit.lift()])
    }
    fn lower(value: &Value) -> Self {
        let part = |at| value.part(at).unwrap();
        kinds::Account {
            owner: String::lower(part(0)),
            balance: i64::lower(part(1)),
            limit: Lift::lower(part(2)),
        }
    }
}

impl Lift for kinds::Point {
    fn lift(self) -> Value {
        Value::data(0, vec![self.x.lift(), self.y.lift()])
    }
    fn lower(value: &Value) -> Self {
        kinds::Point { x: i32::lower(value.part(0).unwrap()), y: i32::lower(value.part(1).unwrap()) }
    }
}

impl Lift for kinds::Error {
    fn lift(self) -> Value {
        match self {
            kinds::Error::Empty => Value::data(0, Vec::new()),
            kinds::Error::Bad(c) => Value::data(1, vec![c.lift()]),
            kinds::Error::TooLong { max } => Value::data(2, vec![max.lift()]),
        }
    }
    fn lower(_: &Value) -> Self {
        kinds::Error::Empty
    }
}

#[test]
fn data_are_as_compiled() {
    let source = Source::new(KINDS);
    let cases: &[Case<'_>] = cases! {
        "doubled": |shape: kinds::Shape| kinds::doubled(shape);
        "larger": |a: kinds::Shape, b: kinds::Shape| kinds::larger(a, b);
        "withdraw": |account: kinds::Account, amount: i64| {
            let mut account = account;
            let done = kinds::withdraw(&mut account, amount);
            (done, account)
        };
        "walked": |a: kinds::Point, b: kinds::Point| kinds::walked(a, b);
        "told": |p: kinds::Point| kinds::told(p);
        "checked": |s: String| kinds::checked(&s);
        "combined": |a: Option<i32>, b: Option<i32>| kinds::combined(a, b);
        "results": |a: Result<u8, i8>, b: u8| kinds::results(a, b);
        "composed": |n: i32| kinds::composed(n);
        "nested": |shapes: Vec<Option<kinds::Shape>>| kinds::nested(shapes);
        "ordering": |a: (u8, char), b: (u8, char)| kinds::ordering(a, b);
        "defaulted": |n: u8| kinds::defaulted(n);
    };
    agree(&source, cases, 150);
    for text in ["1", "12", "", "123456", "x", "é"] {
        let input = [Value::str(text)];
        let expected = outcome(|| kinds::checked(text).lift());
        assert_eq!(super::difference(&source.follow("checked", &input), &expected), None, "{text:?}");
    }
}
