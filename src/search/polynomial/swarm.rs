//! Follow-ups by particle swarm (AutoMR §III.B): the coefficients of `x2 = a0 + a1 x1` move towards those with which the
//! outcomes come nearest to a law. What is near is snapped to constants that a person would write.
//!
//! The cost of A alone is what is left of the nearest equation, since the best B for an A is linear algebra.

use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use super::catalogue::Map;
use super::coefficient::Coefficient;
use super::precision::Precision;
use super::run::Run;
use super::samples::{Original, Samples, as_float, execute};
use super::span::{Floats, Span, norm};
use morph_relation::{Expr, FloatType, Op, Value};

/// The searched ranges of a0 and a1 (AutoMR §IV.C).
const BOUNDS: [(f64, f64); 2] = [(-10.0, 10.0), (-2.0, 2.0)];
/// Inertia and attraction (Clerc and Kennedy, 2002).
const INERTIA: f64 = 0.7298;
const ATTRACTION: f64 = 1.49618;
/// Nearer to the identity, or to no dependence on the input at all, every function obeys an equation.
const TRIVIAL: f64 = 0.25;
const LEAST_SCALE: f64 = 0.4;
/// Positions with a larger cost are not near a law.
const PROMISING: f64 = 0.02;
/// Outcomes that vary less beside their size vary by this much.
const LEAST_VARIED: f64 = 1e-2;
/// Improvements of a promising position before it is snapped.
const POLISHED: usize = 40;
/// Maximum distance of a coefficient from the constant to which it is snapped.
const NEAR: f64 = 1e-3;

type Position = [f64; 2];

/// Maps that the swarm finds, beside those that are known; for functions of one float.
pub fn maps(
    run: &mut Run<'_>,
    samples: &Samples,
    known: &[&Map],
    original: &mut dyn Original,
) -> anyhow::Result<Vec<Map>> {
    let ([input], [output]) = (run.space.inputs.as_slice(), run.space.outputs.as_slice()) else {
        return Ok(Vec::new());
    };
    let Some(kind) = run.space.float else { return Ok(Vec::new()) };
    if !input.float || !output.float || input.expr != Expr::Param(0) || run.of.subject.params.len() != 1 {
        return Ok(Vec::new());
    }
    let preset = run.of.preset;
    let mut found: Vec<Map> = Vec::new();
    let mut rng = run.rng.clone();
    for _ in 0..preset.runs {
        if run.is_over() {
            break;
        }
        let chosen = choose(samples, preset.inputs, preset.range, &mut rng);
        let mut swarm = Swarm { run, samples: &chosen, original, kind };
        let best = swarm.fly(&mut rng)?;
        let [cost, polished @ ..] = swarm.polish(best)?;
        if cost > PROMISING {
            continue;
        }
        let Some(map) = snapped(polished, kind) else { continue };
        let new = |other: &Map| other.args != map.args;
        if known.iter().all(|other| new(other)) && found.iter().all(new) {
            found.push(map);
        }
    }
    run.rng = rng;
    Ok(found)
}

/// Some of the samples, those in the range first.
fn choose(samples: &Samples, count: usize, range: (f64, f64), rng: &mut ChaCha8Rng) -> Samples {
    let inside = |row: &usize| {
        let x = as_float(&samples.inputs[*row][0]);
        (range.0..=range.1).contains(&x)
    };
    let (mut rows, mut others): (Vec<usize>, Vec<usize>) =
        (0..samples.sources.len()).partition(|row| inside(row));
    while rows.len() < count && !others.is_empty() {
        rows.push(others.swap_remove(rng.random_range(0..others.len())));
    }
    while rows.len() > count {
        rows.swap_remove(rng.random_range(0..rows.len()));
    }
    Samples {
        sources: rows.iter().map(|row| samples.sources[*row].clone()).collect(),
        outcomes: Vec::new(),
        inputs: rows.iter().map(|row| samples.inputs[*row].clone()).collect(),
        outputs: rows.iter().map(|row| samples.outputs[*row].clone()).collect(),
        spent: 0,
    }
}

struct Swarm<'a, 'r> {
    run: &'a mut Run<'r>,
    samples: &'a Samples,
    original: &'a mut dyn Original,
    /// The subject's floats.
    kind: FloatType,
}

impl Swarm<'_, '_> {
    fn fly(&mut self, rng: &mut ChaCha8Rng) -> anyhow::Result<Position> {
        let preset = self.run.of.preset;
        let draw = |rng: &mut ChaCha8Rng| BOUNDS.map(|(from, to)| rng.random_range(from..=to));
        let mut positions: Vec<Position> = (0..preset.particles).map(|_| draw(rng)).collect();
        let mut velocities: Vec<Position> = positions.iter().map(|_| [0.0; 2]).collect();
        let mut own: Vec<(f64, Position)> = positions.iter().map(|p| (f64::INFINITY, *p)).collect();
        let mut best = (f64::INFINITY, positions[0]);
        for _ in 0..preset.iterations {
            if self.run.is_over() {
                break;
            }
            let costs = self.costs(&positions)?;
            for (i, cost) in costs.into_iter().enumerate() {
                if cost < own[i].0 {
                    own[i] = (cost, positions[i]);
                }
                if cost < best.0 {
                    best = (cost, positions[i]);
                }
            }
            for (i, position) in positions.iter_mut().enumerate() {
                for axis in 0..2 {
                    let pull = |to: Position, rng: &mut ChaCha8Rng| {
                        ATTRACTION * rng.random::<f64>() * (to[axis] - position[axis])
                    };
                    let pulls = pull(own[i].1, rng) + pull(best.1, rng);
                    velocities[i][axis] = INERTIA * velocities[i][axis] + pulls;
                    let (from, to) = BOUNDS[axis];
                    position[axis] = (position[axis] + velocities[i][axis]).clamp(from, to);
                }
            }
        }
        Ok(best.1)
    }

    /// The position after a pattern search around it, with its cost first.
    fn polish(&mut self, start: Position) -> anyhow::Result<[f64; 3]> {
        let mut best = (self.costs(&[start])?[0], start);
        let mut step = 0.1;
        for _ in 0..POLISHED {
            if best.0 > PROMISING * 10.0 || step < 1e-7 {
                break;
            }
            let sides = [-1.0, 0.0, 1.0].into_iter();
            let around = sides.clone().flat_map(|a| sides.clone().map(move |b| [a * step, b * step]));
            let around: Vec<Position> = around.map(|[a, b]| [best.1[0] + a, best.1[1] + b]).collect();
            let costs = self.costs(&around)?;
            let nearest = around.into_iter().zip(costs).min_by(|a, b| a.1.total_cmp(&b.1));
            match nearest {
                Some((position, cost)) if cost < best.0 => best = (cost, position),
                _ => step /= 2.0,
            }
        }
        Ok([best.0, best.1[0], best.1[1]])
    }

    /// By position: how much of the outcomes no equation explains.
    fn costs(&mut self, positions: &[Position]) -> anyhow::Result<Vec<f64>> {
        let maps: Vec<Map> = positions.iter().map(|position| map_of(*position, self.kind)).collect();
        let maps: Vec<&Map> = maps.iter().collect();
        let (subject, space) = (self.run.of.subject, &self.run.space);
        let executed = execute(&self.samples.sources, &maps, subject, space, self.original)?;
        let mut costs = Vec::with_capacity(positions.len());
        for (position, executed) in positions.iter().zip(executed) {
            self.run.spent += executed.spent;
            let rows = self.samples.outputs.iter().zip(&executed.rows);
            let rows = rows.filter_map(|(y0, y1)| Some((as_float(&y0[0]), as_float(&y1.as_ref()?[0]))));
            let cost =
                if is_trivial(*position) { 1.0 } else { residual(&rows.collect::<Vec<_>>(), self.kind) };
            costs.push(cost);
        }
        Ok(costs)
    }
}

fn is_trivial([shift, scale]: Position) -> bool {
    scale.abs() < LEAST_SCALE || (shift.abs() < TRIVIAL && (scale - 1.0).abs() < TRIVIAL)
}

/// Of the monomials up to degree 2 with the follow-up's outcome that one counts which those in the source's explain best:
/// the share of it that is left.
fn residual(rows: &[(f64, f64)], kind: FloatType) -> f64 {
    if rows.len() < 8 {
        return 1.0;
    }
    let column = |f: &dyn Fn(f64, f64) -> f64| {
        let mut column: Vec<f64> = rows
            .iter()
            .map(|(a, b)| f(*a, *b) / [1.0, a * a, b * b].into_iter().fold(0.0, f64::max))
            .collect();
        let length = norm(&column).max(f64::MIN_POSITIVE);
        column.iter_mut().for_each(|x| *x /= length);
        column
    };
    let mut span = Floats::new(Precision::of(kind));
    let own: [&dyn Fn(f64, f64) -> f64; 3] = [&|_, _| 1.0, &|a, _| a, &|a, _| a * a];
    for monomial in own {
        span.insert(&column(monomial));
    }
    let mut constant = Floats::new(Precision::of(kind));
    constant.insert(&column(&|_, _| 1.0));
    let mut least: f64 = 1.0;
    let other: [&dyn Fn(f64, f64) -> f64; 3] = [&|_, b| b, &|a, b| a * b, &|_, b| b * b];
    for monomial in other {
        let column = column(monomial);
        // What hardly varies is no law.
        let varies = norm(&constant.rest(&column).0);
        least = least.min(norm(&span.rest(&column).0) / varies.max(LEAST_VARIED));
    }
    if least.is_finite() { least } else { 1.0 }
}

/// `x * a1 + a0`
fn map_of([shift, scale]: Position, kind: FloatType) -> Map {
    let number = |x: f64| Expr::Const(Value::float(kind, x));
    let x = Expr::Param(0);
    if scale == -1.0 && shift > 0.0 {
        return Map::new(vec![Expr::binary(Op::Sub, number(shift), x)]);
    }
    let scaled = match scale {
        1.0 => x,
        -1.0 => Expr::unary(Op::Neg, x),
        _ => Expr::binary(Op::Mul, x, number(scale)),
    };
    let shifted = match shift {
        0.0 => scaled,
        _ if shift < 0.0 => Expr::binary(Op::Sub, scaled, number(-shift)),
        _ => Expr::binary(Op::Add, scaled, number(shift)),
    };
    Map::new(vec![shifted])
}

/// The map that a position is meant to be.
fn snapped(position: Position, kind: FloatType) -> Option<Map> {
    let number = |x: f64| {
        if x.abs() < NEAR {
            return Some(0.0);
        }
        let candidates = [1.0, 2.0, 3.0, 4.0].map(|d| (x * d).round() / d);
        let simple = candidates.into_iter().find(|c| (c - x).abs() < NEAR);
        let named = || {
            let constants = morph_relation::named_constants().iter();
            constants.map(|(_, c)| c.copysign(x)).find(|c| (c - x).abs() < NEAR)
        };
        simple.or_else(named).filter(|c| Coefficient::near(*c, kind).is_some())
    };
    let [shift, scale] = position.map(number);
    let position = [shift?, scale?];
    (!is_trivial(position)).then(|| map_of(position, kind))
}
