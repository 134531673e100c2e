//! Methods that traits give a body.

use super::package::{check, library};

#[test]
fn methods_of_generic_traits_are_those_of_what_implementations_give() {
    let functions = library(
        "use std::ops::Add;
         #[derive(Clone, Debug, PartialEq)] pub struct Shop;
         #[derive(Clone, Debug, PartialEq)] pub struct Feast(pub u8);
         pub trait Calendar<H> {
             fn feast(&self, day: u16) -> Option<H>;
             fn is_feast(&self, day: u16) -> bool { self.feast(day).is_some() }
         }
         impl Calendar<Feast> for Shop {
             fn feast(&self, day: u16) -> Option<Feast> { (day % 9 == 0).then(|| Feast((day / 9) as u8)) }
         }
         pub trait Steps<T: Add<Output = T> + Copy> {
             fn step(&self, from: T) -> T;
             fn twice(&self, from: T) -> T { self.step(self.step(from)) }
         }
         #[derive(Clone, Debug, PartialEq)] pub struct Twice;
         impl<T: Add<Output = T> + Copy> Steps<T> for Twice { fn step(&self, from: T) -> T { from + from } }",
    );
    check(
        &functions,
        &[
            ("demo::Calendar::feast", "has no body"),
            ("demo::<Shop as Calendar<Feast>>::feast", "(this: &Shop, day: u16) -> Option<Feast>"),
            ("demo::Calendar::is_feast", "(this: &Shop, day: u16) -> bool"),
            ("demo::Steps::step", "has no body"),
            ("demo::<Twice as Steps<T>>::step", "(this: &Twice, from: i64) -> i64"),
            ("demo::Steps::twice", "(this: &Twice, from: i64) -> i64"),
        ],
    );
}
