//! Inequalities (AutoMR's types VII and VIII): of the sum and the difference of two outcomes the tightest bounds that
//! hold, found by climbing from the samples that come nearest to them.

use super::catalogue::Map;
use super::coefficient::Coefficient;
use super::law::{Law, Side};
use super::monomial::Monomial;
use super::precision::Precision;
use super::run::Run;
use super::samples::{Executions, Original, Samples, as_float, execute, is_modest, values};
use morph_relation::{Env, Expr, FloatType, Value};

/// B: the signs of `y1` and `y0`.
const FORMS: [[f64; 2]; 2] = [[1.0, -1.0], [1.0, 1.0]];
/// Samples from which climbing starts.
const CLIMBERS: usize = 3;
/// Its steps grow where it gets higher and shrink where it does not, from the first to the last.
const STEPS: (f64, f64) = (1.0, 1e-5);
/// Number of steps.
const MOVES: usize = 40;
/// Bounds are whole multiples of this, unless they are constants with a name.
const GRAIN: f64 = 100.0;

/// The bounds of a follow-up's outcome beside the source's; for functions with one float as outcome.
pub fn bounds(
    run: &mut Run<'_>,
    map: &Map,
    executed: &Executions,
    samples: &Samples,
    original: &mut dyn Original,
) -> anyhow::Result<Vec<Law>> {
    let ([output], Some(kind)) = (run.space.outputs.as_slice(), run.space.float) else {
        return Ok(Vec::new());
    };
    if !output.float || !run.space.inputs.iter().all(|input| input.float) {
        return Ok(Vec::new());
    }
    let Precision { reached, .. } = Precision::of(kind);
    let mut laws = Vec::new();
    let wide = wide(run, map, original)?;
    for form in FORMS {
        let of = |y0: &[Value], y1: &[Value]| form[0] * as_float(&y1[0]) + form[1] * as_float(&y0[0]);
        let mut ranked: Vec<(f64, usize)> = Vec::new();
        for (row, y1) in executed.rows.iter().enumerate() {
            ranked.extend(y1.as_ref().map(|y1| (of(&samples.outputs[row], y1), row)));
        }
        ranked.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let wide: Vec<f64> = wide.iter().map(|(y0, y1)| of(y0, y1)).collect();
        for sign in [1.0, -1.0] {
            // sign · (B · y) is never more than its largest value.
            let signed = |x: f64| sign * x;
            let rows: Vec<usize> = match sign {
                1.0 => ranked.iter().rev().take(CLIMBERS).map(|(_, row)| *row).collect(),
                _ => ranked.iter().take(CLIMBERS).map(|(_, row)| *row).collect(),
            };
            let (Some(low), Some(high)) = (ranked.first(), ranked.last()) else { continue };
            if high.0 - low.0 <= reached {
                // An equation.
                continue;
            }
            let far = wide.iter().map(|x| signed(*x)).fold(f64::NEG_INFINITY, f64::max);
            let seen = rows.iter().map(|row| ranked_value(&ranked, *row)).map(signed);
            let seen = seen.fold(f64::NEG_INFINITY, f64::max);
            // What grows with the inputs has no bound; what hardly does is climbed.
            if far == f64::INFINITY || far > seen + seen.abs().max(1.0) {
                continue;
            }
            let top = climb(run, map, samples, &rows, &|y0, y1| signed(of(y0, y1)), original)?.max(far);
            let Some((bound, strict)) = tightest(top, kind) else { continue };
            if bound != 0.0 {
                laws.push(law(run, map, form, sign, bound, strict));
                continue;
            }
            // Far from zero, where differences are lost, it may be reached, though it is not among ordinary numbers.
            laws.push(law(run, map, form, sign, bound, false));
            if seen < 0.0 {
                laws.push(law(run, map, form, sign, bound, true));
            }
        }
    }
    Ok(laws)
}

fn ranked_value(ranked: &[(f64, usize)], row: usize) -> f64 {
    ranked.iter().find(|(_, of)| *of == row).map_or(f64::NAN, |(value, _)| *value)
}

/// The least bound that is a constant to write, and whether it is never reached.
fn tightest(top: f64, kind: FloatType) -> Option<(f64, bool)> {
    if !top.is_finite() || top.abs() > 1e4 {
        return None;
    }
    let Precision { reached, .. } = Precision::of(kind);
    if top.abs() <= reached {
        return (top <= 0.0).then_some((0.0, top < 0.0));
    }
    if let Some(exact) = Coefficient::near(top, kind).map(Coefficient::value)
        && (exact - top).abs() <= reached
    {
        return Some((exact, false));
    }
    Some(((top * GRAIN + 0.05).ceil() / GRAIN, true))
}

/// The largest value around some samples; all climb at once.
fn climb(
    run: &mut Run<'_>,
    map: &Map,
    samples: &Samples,
    rows: &[usize],
    height: &dyn Fn(&[Value], &[Value]) -> f64,
    original: &mut dyn Original,
) -> anyhow::Result<f64> {
    let start = |row: &usize| Climber {
        here: samples.sources[*row].clone(),
        height: f64::NEG_INFINITY,
        step: STEPS.0,
    };
    let mut climbers: Vec<Climber> = rows.iter().map(start).collect();
    for _ in 0..MOVES {
        let around: Vec<Vec<Vec<Value>>> =
            climbers.iter().filter(|climber| climber.step >= STEPS.1).map(Climber::around).collect();
        if around.is_empty() || run.is_over() {
            break;
        }
        let mut pairs = both(run, map, &around.concat(), original)?.into_iter();
        let moving = climbers.iter_mut().filter(|climber| climber.step >= STEPS.1);
        for (climber, around) in moving.zip(around) {
            let of_one = pairs.by_ref().take(around.len()).collect::<Vec<_>>();
            let heights = of_one.into_iter().map(|pair| pair.map(|(y0, y1)| height(&y0, &y1)));
            let best = around.into_iter().zip(heights).filter_map(|(source, height)| Some((height?, source)));
            match best.max_by(|a, b| a.0.total_cmp(&b.0)) {
                Some((best, source)) if best > climber.height => {
                    *climber = Climber { here: source, height: best, step: climber.step * 2.0 };
                }
                _ => climber.step /= 2.0,
            }
        }
    }
    Ok(climbers.iter().map(|climber| climber.height).fold(f64::NEG_INFINITY, f64::max))
}

struct Climber {
    here: Vec<Value>,
    height: f64,
    step: f64,
}

impl Climber {
    /// Where it is, and its neighbours along each float.
    fn around(&self) -> Vec<Vec<Value>> {
        let mut all = vec![self.here.clone()];
        for (i, value) in self.here.iter().enumerate() {
            for moved in moved(value, self.step) {
                let mut neighbour = self.here.clone();
                neighbour[i] = moved;
                all.push(neighbour);
            }
        }
        all
    }
}

/// The values that differ in one float by a step up or down; floats in tuples, structs and sequences, too.
fn moved(value: &Value, step: f64) -> Vec<Value> {
    let of_parts = |parts: &[Value], whole: &dyn Fn(Vec<Value>) -> Value| {
        let mut all = Vec::new();
        for (i, part) in parts.iter().enumerate() {
            for moved in moved(part, step) {
                let mut parts = parts.to_vec();
                parts[i] = moved;
                all.push(whole(parts));
            }
        }
        all
    };
    match value {
        Value::F32(x) => [step, -step].map(|step| Value::F32((f64::from(*x) + step) as f32)).to_vec(),
        Value::F64(x) => [step, -step].map(|step| Value::F64(x + step)).to_vec(),
        Value::Tuple(parts) => of_parts(parts, &|parts| Value::Tuple(parts.into())),
        Value::Seq(parts) => of_parts(parts, &Value::seq),
        Value::Data(data) => of_parts(&data.fields, &|parts| Value::data(data.variant, parts)),
        _ => Vec::new(),
    }
}

type Pair = (Vec<Value>, Vec<Value>);

/// The numbers of the outcomes of sources and of their follow-ups.
fn both(
    run: &mut Run<'_>,
    map: &Map,
    sources: &[Vec<Value>],
    original: &mut dyn Original,
) -> anyhow::Result<Vec<Option<Pair>>> {
    let outcomes = original.outcomes(sources)?;
    let followed = execute(sources, &[map], run.of.subject, &run.space, original)?;
    run.spent += sources.len() as u64 + followed.iter().map(|executed| executed.spent).sum::<u64>();
    let rows = followed.into_iter().flat_map(|executed| executed.rows);
    let pairs = sources.iter().zip(outcomes).zip(rows).map(|((source, outcome), y1)| {
        let outs = [outcome?];
        let y0 = values(&run.space.outputs, Env { params: source, outs: &outs })?;
        Some((y0, y1?))
    });
    Ok(pairs.collect())
}

/// Outcomes on recorded sources that are not so large that sums lose everything else.
fn wide(run: &mut Run<'_>, map: &Map, original: &mut dyn Original) -> anyhow::Result<Vec<Pair>> {
    let recorded: Vec<Vec<Value>> =
        run.of.recorded.iter().filter(|input| input.iter().all(is_modest)).cloned().collect();
    Ok(both(run, map, &recorded, original)?.into_iter().flatten().collect())
}

/// sign · (form · (y1, y0)) <= bound
fn law(run: &Run<'_>, map: &Map, form: [f64; 2], sign: f64, bound: f64, strict: bool) -> Law {
    let (inputs, variables) = (run.space.inputs.len(), run.space.inputs.len() + 2);
    let monomial = |place: Option<usize>| {
        let mut exponents = vec![0; variables];
        if let Some(place) = place {
            exponents[place] = 1;
        }
        Monomial(exponents)
    };
    let of = |c: f64| Coefficient::Ratio(c as i64, 1);
    let mut terms = vec![
        (monomial(Some(inputs + 1)), of(-sign * form[0])),
        (monomial(Some(inputs)), of(-sign * form[1])),
    ];
    if bound != 0.0 {
        terms.push((monomial(None), Coefficient::Real(bound)));
    }
    let side = if strict { Side::Positive } else { Side::NotNegative };
    Law { when: Expr::yes(), maps: vec![map.clone()], terms, side }
}
