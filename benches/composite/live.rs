//! Groups of a subject and of what its relations call, from workers.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::Result;
use cargo_morph::search::TraceSource;
use cargo_morph::traces::{Executor, Groups, RowId, collect};
use morph_lab::{Lab, MutantId};
use morph_relation::Transformation;
use morph_relation::{Signature, Type, Value};
use morph_values::stream;
use rand::RngExt;

type Executors<'l> = BTreeMap<String, (Executor<'l>, Vec<Type>)>;

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
        let types = |of: &Signature| of.params.iter().map(|(_, ty)| ty.clone()).collect::<Vec<_>>();
        let mut executors = [Executors::new(), Executors::new()];
        let mut rows = [Vec::new(), Vec::new()];
        for mutants in [false, true] {
            let place = usize::from(mutants);
            let mut own = Executor::new(lab, &subject.path, &|_| mutants)?;
            rows[place] = own.run(inputs.clone())?;
            executors[place].insert(String::new(), (own, types(subject)));
            for other in others {
                let executor = Executor::new(lab, &other.path, &|_| mutants)?;
                executors[place].insert(other.path.clone(), (executor, types(other)));
            }
        }
        Ok(Live { executors, rows })
    }

    /// The mutants that something executed of the subject tells apart from it.
    pub fn told_apart(&self) -> BTreeSet<MutantId> {
        self.executors[1][""].0.different()
    }
}

impl TraceSource for Live<'_> {
    fn groups(&mut self, transformation: &Transformation, mutants: bool) -> Result<Groups> {
        let place = usize::from(mutants);
        collect(transformation, &self.rows[place], &mut self.executors[place])
    }
}
