//! The report of a function's adequacy, from its measurement.

use std::path::Path;

use super::texts::Texts;
use crate::adequacy::{
    Body, Category, MeasuredCriterion, MeasuredFunction, Reach, Requirement, Source, What,
};
use crate::report::json::{
    CriterionAdequacy, FunctionAdequacy, ListedCategory, ListedLine, Listing, Reason, ShortRequirement,
};
use morph_lab::{Lab, Probe};

/// The report of a measured function; `root` is the workspace's.
pub fn function_adequacy(measured: &MeasuredFunction<'_>, lab: &Lab, root: &Path) -> FunctionAdequacy {
    let texts = Texts::read(&measured.bodies, root);
    let criteria = measured.criteria.iter();
    let criteria =
        criteria.map(|c| (c.criterion.name.to_owned(), criterion_adequacy(c, measured, lab, &texts)));
    FunctionAdequacy {
        path: measured.subject.path.clone(),
        relations: measured.relations,
        readable: measured.readable.clone(),
        output_relations: measured.coop.output_relations().len(),
        sources: measured.sources,
        tried: measured.tried,
        criteria: criteria.collect(),
        categories: measured.categories.all.iter().map(category).collect(),
        source: measured.bodies.iter().filter_map(|body| listing(body, measured, &texts)).collect(),
    }
}

fn category(category: &Category) -> ListedCategory {
    let choices = category.choices.iter().map(|choice| choice.name.clone()).collect();
    ListedCategory { name: category.name.clone(), choices }
}

fn criterion_adequacy(
    criterion: &MeasuredCriterion,
    function: &MeasuredFunction<'_>,
    lab: &Lab,
    texts: &Texts,
) -> CriterionAdequacy {
    let MeasuredCriterion { k, requirements, measured, .. } = criterion;
    let different = function.coop.output_relations().len();
    let short = |requirement: &Requirement, covered: usize| {
        let (place, text) = match &requirement.what {
            What::Probe(number) => texts.place_and_code(&lab.probes[*number as usize]),
            What::Choices(text) => (String::new(), text.clone()),
        };
        let reason = match requirement.reach {
            Reach::Impossible => Reason::Impossible,
            Reach::Never => Reason::NeverReached,
            Reach::Failing => Reason::NoValue,
            Reach::Reached if requirement.satisfied.is_empty() => Reason::NoSource,
            Reach::Reached if covered >= different => Reason::FewRelations,
            Reach::Reached => Reason::FewApply,
        };
        let reached = matches!(requirement.reach, Reach::Reached | Reach::Failing);
        ShortRequirement { requirement: place, text, covered, reached, reason }
    };
    let (counted, left): (Vec<_>, Vec<_>) = requirements.iter().partition(|r| r.counts);
    let uncovered = counted.iter().zip(&measured.covered).filter(|(_, covered)| **covered < k.get());
    let number = |reach: Reach| requirements.iter().filter(|r| r.reach == reach).count();
    let unwatched = match criterion.criterion.name {
        "branch" => lab.unprobed.iter().filter(|(file, span)| function.holds(file, span)).count(),
        _ => 0,
    };
    CriterionAdequacy {
        adequacy: measured.adequacy,
        k: k.get(),
        requirements: counted.len(),
        unreachable: number(Reach::Never),
        failing: number(Reach::Failing),
        impossible: number(Reach::Impossible),
        unwatched,
        short: uncovered
            .map(|(r, covered)| short(r, *covered))
            .chain(left.iter().map(|r| short(r, 0)))
            .collect(),
    }
}

/// A body with, by line, the number of relations that test the innermost statement there.
fn listing(body: &Body<'_>, measured: &MeasuredFunction<'_>, texts: &Texts) -> Option<Listing> {
    let (file, item) = body.place.as_ref()?;
    let statements: Vec<&(u32, &Probe)> = body.probes.iter().filter(|(_, p)| p.is_statement()).collect();
    let relations = |probe: u32| {
        let passing = measured.observed.iter().enumerate().filter(|(_, o)| o.probes.contains(&probe));
        passing.map(|(source, _)| measured.coop.relations_of(Source(source))).max().unwrap_or(0)
    };
    let lines = texts.lines(file, item).map(|(number, start, code)| {
        let at = start + code.len() - code.trim_start().len();
        let is_code = code.contains(char::is_alphanumeric) && !code.trim_start().starts_with("//");
        let around = statements.iter().filter(|(_, probe)| is_code && probe.span.contains(&at));
        let statement = around.min_by_key(|(_, probe)| probe.span.len()).map(|(number, _)| *number);
        ListedLine {
            line: number,
            text: code.trim_end().to_owned(),
            relations: statement.map(relations),
            reached: statement.is_some_and(|probe| measured.passed.contains(&probe)),
        }
    });
    Some(Listing { file: texts.name(file).to_owned(), lines: lines.collect() })
}
