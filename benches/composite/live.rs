//! Groups of a subject and of what its relations call, from workers.

use std::collections::BTreeSet;

use anyhow::Result;
use cargo_morph::search::TraceSource;
use morph_lab::{Lab, MutantId};
use morph_relation::Transformation;
use morph_relation::{Signature, Value};
use morph_traces::{Executors, Groups, Oracle, RowId, collect};
use morph_values::stream;
use rand::RngExt;

/// Executes what is asked for on the same inputs; what was executed once is not executed again.
pub struct Live<'l> {
    /// Without mutants, and with them.
    executors: [Executors<'l>; 2],
    rows: [Vec<RowId>; 2],
}

impl<'l> Live<'l> {
    /// Of inputs in [0, 20], as published.
    pub fn new(
        lab: &'l Lab,
        subject: &Signature,
        others: &[Signature],
        inputs: usize,
        seed: u64,
    ) -> Result<Live<'l>> {
        let mut rng = stream(seed, "composite bench");
        let inputs: Vec<Vec<Value>> =
            (0..inputs).map(|_| vec![Value::F64(rng.random_range(0.0..=20.0))]).collect();
        let oracle = Oracle::new(lab);
        let of = |mutants: bool| -> Result<(Executors<'l>, Vec<RowId>)> {
            let mut executors = Executors::alone(oracle.executor(&subject.path, &|_| mutants)?);
            for other in others {
                executors.others.insert(other.path.clone(), oracle.executor(&other.path, &|_| mutants)?);
            }
            let rows = executors.subject.run(inputs.clone())?;
            Ok((executors, rows))
        };
        let ((original, first), (judged, second)) = (of(false)?, of(true)?);
        let (executors, rows) = ([original, judged], [first, second]);
        Ok(Live { executors, rows })
    }

    /// The mutants that something executed of the subject tells apart from it.
    pub fn told_apart(&self) -> BTreeSet<MutantId> {
        self.executors[1].subject.different()
    }
}

impl TraceSource for Live<'_> {
    fn groups(&mut self, transformation: &Transformation, mutants: bool) -> Result<Groups> {
        let place = usize::from(mutants);
        collect(transformation, &self.rows[place], &mut self.executors[place])
    }
}
