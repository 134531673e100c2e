//! The call graph: what functions call, directly or not.

use std::collections::{BTreeMap, BTreeSet};

use super::subject::Function;

/// Everything that `next` leads to from the starts, in any number of steps, the starts included.
pub fn reachable<T, I>(starts: impl IntoIterator<Item = T>, mut next: impl FnMut(T) -> I) -> BTreeSet<T>
where
    T: Ord + Copy,
    I: IntoIterator<Item = T>,
{
    let mut seen: BTreeSet<T> = starts.into_iter().collect();
    let mut open: Vec<T> = seen.iter().copied().collect();
    while let Some(at) = open.pop() {
        open.extend(next(at).into_iter().filter(|next| seen.insert(*next)));
    }
    seen
}

/// Which function calls which, by path.
pub struct CallGraph<'a>(BTreeMap<&'a str, &'a [String]>);

impl<'a> CallGraph<'a> {
    /// The calls of these functions.
    pub fn of(functions: &'a [Function]) -> CallGraph<'a> {
        CallGraph(functions.iter().map(|f| (f.path.as_str(), f.callees.as_slice())).collect())
    }

    /// The paths of these functions and of all that they call, directly or not.
    pub fn called_from(&self, starts: impl IntoIterator<Item = &'a str>) -> BTreeSet<&'a str> {
        reachable(starts, |path| self.0.get(path).copied().unwrap_or_default().iter().map(String::as_str))
    }
}

/// By function: the paths of all functions that it calls, directly or not, itself included.
pub fn closures(functions: &[Function]) -> BTreeMap<String, BTreeSet<String>> {
    let graph = CallGraph::of(functions);
    let closure = |path: &str| graph.called_from([path]).into_iter().map(str::to_owned).collect();
    functions.iter().map(|f| (f.path.clone(), closure(&f.path))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_on_the_way_is_reachable_once_and_circles_end() {
        let edges: [&[usize]; 5] = [&[1, 2], &[0, 2], &[], &[4], &[]];
        let next = |at: usize| edges[at].iter().copied();
        assert_eq!(reachable([0], next), BTreeSet::from([0, 1, 2]));
        assert_eq!(reachable([2, 3], next), BTreeSet::from([2, 3, 4]));
        assert_eq!(reachable([], next), BTreeSet::new());
    }
}
