//! Bisection of numbers between which outcomes jump: poles, steps, borders of branches.

use std::rc::Rc;

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::probe::{Observed, Probe};
use morph_relation::{Value, apart};

/// Number of intervals that are followed.
const INTERVALS: usize = 24;
/// Lines through the space of inputs, per number among the parameters, and points on each.
const LINES: usize = 4;
const POINTS: usize = 16;

/// Two inputs that differ in one number, the lower first.
struct Interval {
    ends: [Rc<Observed>; 2],
    /// Which parameter.
    place: usize,
    /// Which outcome jumps.
    out: usize,
    /// Whether what matters first is that the ends behave in different ways.
    way: bool,
}

impl Interval {
    /// How different the ends are: in their ways, where these matter, then by the jump.
    fn difference(&self) -> (bool, f64) {
        let [low, high] = &self.ends;
        let far = match (&low.outs[self.out], &high.outs[self.out]) {
            (Some(a), Some(b)) => apart(a, b),
            (None, None) => 0.0,
            _ => f64::INFINITY,
        };
        (self.way && low.behaviour[0] != high.behaviour[0], far)
    }
}

/// Bisects until `limit` executions are spent or neighbours are reached; returns what it executed.
pub fn bisect(
    probe: &mut Probe<'_, '_, '_>,
    seeds: &[Rc<Observed>],
    limit: usize,
    rng: &mut ChaCha8Rng,
) -> anyhow::Result<Vec<Rc<Observed>>> {
    let mut all = Vec::new();
    let mut intervals: Vec<Interval> = Vec::new();
    let places: Vec<usize> =
        (0..probe.params.len()).filter(|p| seeds.iter().any(|seen| is_number(&seen.input[*p]))).collect();
    for place in &places {
        intervals.extend(lines(probe, seeds, *place, &mut all, rng)?);
    }
    let mut intervals = steepest(intervals, probe.count() + 1);
    while !intervals.is_empty() && probe.spent() < limit && !probe.is_done() {
        let inputs: Vec<Option<Vec<Value>>> = intervals.iter().map(middle).collect();
        let seen = probe.run(inputs.iter().flatten().cloned().collect())?;
        let mut next = Vec::new();
        for (interval, input) in intervals.into_iter().zip(inputs) {
            let Some(middle) = input.and_then(|input| seen.iter().find(|seen| seen.input == input)) else {
                continue;
            };
            let Interval { ends: [low, high], place, out, way } = interval;
            let halves = [[low, Rc::clone(middle)], [Rc::clone(middle), high]];
            let [first, second] = halves.map(|ends| Interval { ends, place, out, way });
            next.push(if first.difference() >= second.difference() { first } else { second });
        }
        all.extend(seen);
        intervals = next;
    }
    Ok(all)
}

/// Intervals between neighbouring points on lines along which one parameter changes.
fn lines(
    probe: &mut Probe<'_, '_, '_>,
    seeds: &[Rc<Observed>],
    place: usize,
    all: &mut Vec<Rc<Observed>>,
    rng: &mut ChaCha8Rng,
) -> anyhow::Result<Vec<Interval>> {
    let mut lines: Vec<Vec<Rc<Observed>>> = Vec::new();
    if probe.params.len() == 1 {
        lines.push(seeds.to_vec());
    } else {
        for _ in 0..LINES {
            let base = &seeds[rng.random_range(0..seeds.len())].input;
            let points = (0..POINTS).map(|_| {
                let mut input = base.clone();
                input[place] = seeds[rng.random_range(0..seeds.len())].input[place].clone();
                input
            });
            lines.push(probe.run(points.collect())?);
        }
        all.extend(lines.iter().flatten().cloned());
    }
    let outs = probe.count() + 1;
    let mut intervals = Vec::new();
    for mut line in lines {
        line.retain(|seen| number(&seen.input[place]).is_some_and(f64::is_finite));
        line.sort_by(|a, b| order(&a.input[place], &b.input[place]));
        for pair in line.windows(2) {
            for (out, way) in (0..outs).flat_map(|out| [(out, false), (out, true)]) {
                let ends = [Rc::clone(&pair[0]), Rc::clone(&pair[1])];
                intervals.push(Interval { ends, place, out, way });
            }
        }
    }
    Ok(intervals)
}

/// Of each outcome the intervals with the greatest jumps, by themselves and for the way from end to end; and some between
/// whose ends the way through the code changes.
fn steepest(intervals: Vec<Interval>, outs: usize) -> Vec<Interval> {
    let most = (INTERVALS / 3 / outs).max(2);
    let mut ranked: [Vec<(f64, usize)>; 3] = Default::default();
    for (i, interval) in intervals.iter().enumerate() {
        let (ways_differ, far) = interval.difference();
        let [low, high] = interval.ends.each_ref().map(|seen| number(&seen.input[interval.place]));
        let length = high.unwrap_or_default() - low.unwrap_or_default();
        let slope = far / length.max(f64::MIN_POSITIVE);
        if ways_differ {
            ranked[2].push((-length, i));
        } else if !interval.way && far > 0.0 {
            ranked[0].push((far, i));
            ranked[1].push((slope, i));
        }
    }
    let mut chosen = vec![false; intervals.len()];
    for ranked in &mut ranked {
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut taken = vec![0; outs];
        for (_, i) in ranked {
            let taken = &mut taken[intervals[*i].out];
            if *taken < most && !chosen[*i] {
                *taken += 1;
                chosen[*i] = true;
            }
        }
    }
    intervals.into_iter().zip(chosen).filter(|(_, chosen)| *chosen).map(|(interval, _)| interval).collect()
}

/// The input in the middle; `None` where there is nothing between the ends.
fn middle(interval: &Interval) -> Option<Vec<Value>> {
    let [low, high] = interval.ends.each_ref().map(|seen| &seen.input[interval.place]);
    let value = match (low, high) {
        (Value::Int(a), Value::Int(b)) => Value::Int(a.checked_add(b.checked_sub(*a)? / 2)?),
        (Value::F64(a), Value::F64(b)) => Value::F64(a / 2.0 + b / 2.0),
        (Value::F32(a), Value::F32(b)) => Value::F32(a / 2.0 + b / 2.0),
        _ => return None,
    };
    if value == *low || value == *high {
        return None;
    }
    let mut input = interval.ends[0].input.clone();
    input[interval.place] = value;
    Some(input)
}

fn is_number(value: &Value) -> bool {
    number(value).is_some()
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(n) => Some(*n as f64),
        other => other.as_float(),
    }
}

fn order(a: &Value, b: &Value) -> std::cmp::Ordering {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => a.cmp(b),
        _ => a.as_float().unwrap_or_default().total_cmp(&b.as_float().unwrap_or_default()),
    }
}
