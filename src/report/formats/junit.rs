//! JUnit's XML: a suite for each function, a case for each relation.

use anyhow::Context as _;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};

use super::{details, headline};
use crate::report::{Check, CheckVerdict};

/// The report. What is unchanged is skipped, and what could not be checked is an error.
pub fn report(check: &Check) -> anyhow::Result<String> {
    let mut report = Report::new("cargo morph check");
    for function in &check.functions {
        let mut suite = TestSuite::new(function.path.as_str());
        for relation in &function.relations {
            let status = match relation.verdict {
                CheckVerdict::Held => TestCaseStatus::success(),
                CheckVerdict::Unchanged => TestCaseStatus::skipped(),
                CheckVerdict::Violated => {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
                    status.set_message(headline(relation)).set_type("violated");
                    status.set_description(details(function, relation));
                    status
                }
                CheckVerdict::Failed => {
                    let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
                    status.set_message("applies to no input").set_type("failed");
                    status
                }
            };
            let mut case = TestCase::new(relation.id.as_str(), status);
            case.set_classname(function.path.as_str());
            case.extra.insert("file".into(), function.file.as_str().into());
            case.extra.insert("line".into(), function.line.to_string().into());
            suite.add_test_case(case);
        }
        if let Some(reason) = &function.reason {
            let mut status = TestCaseStatus::non_success(NonSuccessKind::Error);
            status.set_message(reason.as_str()).set_type("failed");
            suite.add_test_case(TestCase::new("check", status));
        }
        for number in 0..function.unchanged {
            let mut status = TestCaseStatus::skipped();
            status.set_message("nothing has changed since it was seen to hold");
            suite.add_test_case(TestCase::new(format!("unchanged {}", number + 1), status));
        }
        report.add_test_suite(suite);
    }
    if !check.stale.is_empty() {
        let mut suite = TestSuite::new("stale");
        for stale in &check.stale {
            let mut status = TestCaseStatus::skipped();
            status.set_message(stale.message.as_str());
            suite.add_test_case(TestCase::new(stale.id.as_deref().unwrap_or(&stale.function), status));
        }
        report.add_test_suite(suite);
    }
    report.to_string().context("cannot write JUnit's XML")
}
