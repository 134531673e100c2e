use super::*;
use morph_lab::MutantId;
use morph_relation::{Env, FloatType, RelationText, Tolerance, Type, Value, Verdict};
use morph_traces::{Fault, Group, Variant};

const PI: &str = "3.141592653589793";
const HALF: &str = "1.5707963267948966";

fn function(path: &str) -> Signature {
    let float = Type::Float(FloatType::F64);
    Signature::new(path, vec![("x".to_owned(), float.clone())], float)
}

fn relation(followups: &[String], then: &str) -> Relation {
    guarded("true", followups, then)
}

fn guarded(when: &str, followups: &[String], then: &str) -> Relation {
    let text = RelationText {
        given: Vec::new(),
        when: when.to_owned(),
        followups: followups.to_vec(),
        then: then.to_owned(),
        tolerance: "mixed 1e-9".to_owned(),
    };
    Relation::parse(&text, &function("demo::sin"), &|path| Some(function(path))).unwrap()
}

fn negation() -> Relation {
    relation(&["(-x,)".to_owned()], "y1 == -y0")
}

fn quarter() -> Relation {
    relation(&[format!("(x + {HALF},)"), "demo::cos(x)".to_owned()], "y1 == y2")
}

fn half() -> Relation {
    relation(&[format!("(x + {PI},)")], "y1 + y0 == 0.0")
}

fn double() -> Relation {
    relation(&["demo::cos(x)".to_owned(), "(x * 2.0,)".to_owned()], "y2 == y0 * y1 * 2.0")
}

fn composed(layers: &[Relation]) -> Option<Composite> {
    let (sin, others) = (function("demo::sin"), [function("demo::cos")]);
    let links: Vec<Link> = layers.iter().map(|layer| Link::of(layer, &sin, &others).unwrap()).collect();
    compose(&links.iter().collect::<Vec<_>>(), &sin, &others)
}

fn read(layers: &[Relation]) -> String {
    composed(layers).unwrap().relation.readable(&function("demo::sin"), &|_| None)
}

#[test]
fn layers_follow_each_other_and_outcomes_are_put_in() {
    assert_eq!(read(&[negation(), quarter()]), "sin(-x + FRAC_PI_2) == cos(-x)");
    assert_eq!(read(&[quarter(), negation()]), "sin(-x - FRAC_PI_2) == -cos(x)");
    assert_eq!(read(&[half(), half(), half()]), "sin(x + PI * 3.0) == -sin(x)");
    assert_eq!(read(&[half(), double()]), "sin(x * 2.0 + TAU) == -(sin(x) * cos(x + PI) * 2.0)");
    assert_eq!(read(&[double(), negation()]), "sin(-(x * 2.0)) == -(sin(x) * cos(x) * 2.0)");
}

#[test]
fn what_leads_back_to_the_source_is_no_composite() {
    assert!(composed(&[negation(), negation()]).is_none());
    let back = relation(&[format!("(x - {PI},)")], "y1 == -y0");
    assert!(composed(&[half(), back]).is_none());
}

#[test]
fn bounds_compose_where_outcomes_rise_or_fall_with_each_other() {
    let up = relation(&["(x + 1.0,)".to_owned()], "y1 > y0 + 2.0");
    let scaled = relation(&["(x * 3.0,)".to_owned()], "y1 >= y0 * 3.0");
    let falls = relation(&["(-x,)".to_owned()], "y1 <= -y0");
    assert_eq!(read(&[up.clone(), scaled.clone()]), "sin(x * 3.0 + 3.0) > sin(x) * 3.0 + 6.0");
    assert_eq!(read(&[up.clone(), falls.clone()]), "sin(-x - 1.0) < -sin(x) - 2.0");
    assert_eq!(read(&[half(), up.clone()]), "sin(x + 4.141592653589793) > -sin(x) + 2.0");
    // Below what is above tells nothing.
    assert!(composed(&[falls, up.clone()]).is_none());
    let square = relation(&["(x * 2.0,)".to_owned()], "y1 == y0 * y0");
    assert!(composed(&[up, square]).is_none());
}

#[test]
fn guards_are_those_of_every_layer_for_its_own_source() {
    let positive = guarded("x > 0.0", &["(x + 1.0,)".to_owned()], "y1 == y0");
    let small = guarded("x < 9.0", &["(x * 2.0,)".to_owned()], "y1 == y0");
    let composite = composed(&[positive, small]).unwrap();
    let scope = link::scope_of(&function("demo::sin"), &[], &[]);
    let guards: Vec<String> = composite.guards.iter().map(|guard| scope.show(guard)).collect();
    assert_eq!(guards, ["true", "x > 0.0", "x > 0.0 && x + 1.0 < 9.0"]);
}

/// Functions that live in memory: the original is the first of each.
struct Memory {
    sin: Vec<fn(f64) -> f64>,
    cos: Vec<fn(f64) -> f64>,
    inputs: Vec<f64>,
    asked: usize,
}

impl TraceSource for Memory {
    fn groups(&mut self, transformation: &Transformation, mutants: bool) -> Result<Groups> {
        self.asked += 1;
        let mut groups = Groups::default();
        for variant in 0..if mutants { self.sin.len() } else { 1 } {
            for (source, x) in self.inputs.iter().enumerate() {
                let params = vec![Value::F64(*x)];
                let mut outs = vec![Value::F64(self.sin[variant](*x))];
                for followup in &transformation.followups {
                    let functions = if followup.function.is_some() { &self.cos } else { &self.sin };
                    let arg = followup.args[0].eval(Env { params: &params, outs: &outs }, Tolerance::Exact);
                    let Some(Value::F64(arg)) = arg else { panic!("{arg:?}") };
                    outs.push(Value::F64(functions[variant](arg)));
                }
                let number = MutantId(variant as u32);
                let variant = if variant == 0 { Variant::Original } else { Variant::Mutant(number) };
                let group = Group { source, variant, params: params.into(), outs };
                match variant {
                    Variant::Original => groups.correct.push(group),
                    _ if groups.correct[source].outs != group.outs => groups.incorrect.push(group),
                    _ => {}
                }
            }
        }
        Ok(groups)
    }
}

fn candidates(relations: &[Relation], memory: &mut Memory) -> Vec<Candidate> {
    let candidate = |relation: &Relation| {
        let transformation = Transformation { followups: relation.followups.clone() };
        let groups = memory.groups(&transformation, true).unwrap();
        let killed =
            groups.incorrect.iter().filter(|group| relation.verdict(group.env()) == Verdict::Violated);
        let kills = killed.map(|group| group.variant.fault().unwrap());
        Candidate {
            shape: None,
            relation: relation.clone(),
            strategy: "written",
            kills: kills.collect(),
            groups: 1,
        }
    };
    relations.iter().map(candidate).collect()
}

fn memory() -> Memory {
    Memory {
        // The last is wrong where sources and one half turn more do not go.
        sin: vec![f64::sin, |x| 2.0 * x.sin() + 0.1, |x| if x > 24.0 { 0.5 } else { x.sin() }],
        cos: vec![f64::cos, f64::cos, f64::cos],
        inputs: (0..60).map(|n| f64::from(n) / 3.0).collect(),
        asked: 0,
    }
}

fn search(preset: &'static Composition, relations: &[Relation]) -> (Vec<Candidate>, usize) {
    let mut memory = memory();
    let known = candidates(relations, &mut memory);
    let (sin, others) = (function("demo::sin"), [function("demo::cos")]);
    let compose = Compose {
        subject: &sin,
        others: &others,
        known: &known,
        preset,
        seed: 3,
        heaviest: usize::MAX,
        evaluations: u64::MAX,
    };
    memory.asked = 0;
    let found = compose.search(&mut memory).unwrap();
    (found.candidates, memory.asked)
}

#[test]
fn composite_is_kept_for_a_mutant_that_its_layers_miss() {
    let turns = [negation(), half()];
    let known = candidates(&turns, &mut memory());
    let missed = Fault::Mutant(MutantId(2));
    assert!(known.iter().all(|candidate| !candidate.kills.contains(&missed)));
    let (found, _) = search(&DEFAULT, &turns);
    assert!(found.iter().any(|candidate| candidate.kills.contains(&missed)), "{found:?}");
    let (sin, mut memory) = (function("demo::sin"), memory());
    for candidate in &found {
        let transformation = Transformation { followups: candidate.relation.followups.clone() };
        let groups = memory.groups(&transformation, false).unwrap();
        assert_eq!(
            holds(&candidate.relation, &groups),
            1.0,
            "{}",
            candidate.relation.readable(&sin, &|_| None)
        );
        assert_eq!(candidate.strategy, NAME);
    }
}

#[test]
fn the_published_setting_finds_composites_too_and_the_same_ones_each_time() {
    let relations = [negation(), quarter(), half(), double()];
    let (found, _) = search(&PAPER, &relations);
    let relations_of = |found: Vec<Candidate>| found.into_iter().map(|c| c.relation).collect::<Vec<_>>();
    let (again, _) = search(&PAPER, &relations);
    assert!(!found.is_empty());
    assert_eq!(relations_of(found), relations_of(again));
}

#[test]
fn no_more_composites_are_executed_than_the_preset_allows() {
    let relations = [negation(), quarter(), half(), double()];
    let (_, asked) = search(&DEFAULT, &relations);
    assert!(asked <= DEFAULT.executed, "{asked}");
}

#[test]
fn both_searches_of_sequences_find_what_is_fit_and_nothing_else() {
    // Fit are sequences that never fall.
    let mut fitness = |sequence: &[usize]| {
        let rises = sequence.windows(2).filter(|pair| pair[0] <= pair[1]).count();
        Ok(rises as f64 / (sequence.len() - 1) as f64)
    };
    let mut rng = stream(1, "sequences");
    let evolved = evolve(5, 3, &PAPER, &mut fitness, &mut rng).unwrap();
    let annealed = anneal(5, 3, &COOLING, 10, &mut fitness, &mut rng).unwrap();
    let fit: BTreeSet<Sequence> =
        every(5, 3).into_iter().filter(|s| s.windows(2).all(|pair| pair[0] <= pair[1])).collect();
    assert_eq!(fit.len(), 35);
    for found in [&evolved, &annealed] {
        assert!(found.fit.is_subset(&fit) && found.fit.len() * 2 > fit.len(), "{}", found.fit.len());
    }
    assert_eq!(evolved.asked, 20 * 101);
}
