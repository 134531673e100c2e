//! The jobs of a plan as schedulers take them.

use crate::options::Scheduler;

/// The text for a scheduler: one job per shard. `{}` in `command` stands for the number of the shard.
pub fn jobs(scheduler: Scheduler, shards: usize, command: &str) -> String {
    let of = |number: &str| command.replace("{}", number);
    let numbers = || (1..=shards).map(|number| number.to_string());
    match scheduler {
        Scheduler::Lines => numbers().map(|number| of(&number) + "\n").collect(),
        Scheduler::Github => {
            let all: Vec<String> = numbers().collect();
            format!(
                "strategy:\n  fail-fast: false\n  matrix:\n    shard: [{}]\nsteps:\n  - run: {}\n",
                all.join(", "),
                of("${{ matrix.shard }}")
            )
        }
        Scheduler::Gitlab => {
            format!(
                "morph:\n  parallel: {shards}\n  script:\n    - {}\n  artifacts:\n    paths:\n      - shards/\n",
                of("$CI_NODE_INDEX")
            )
        }
        Scheduler::Slurm => {
            format!(
                "#!/bin/sh\n#SBATCH --job-name=morph\n#SBATCH --array=1-{shards}\n{}\n",
                of("$SLURM_ARRAY_TASK_ID")
            )
        }
        Scheduler::Hyperqueue => {
            let tasks = numbers().map(|number| {
                let words: Vec<String> = of(&number).split(' ').map(|word| format!("\"{word}\"")).collect();
                format!("[[task]]\nid = {number}\ncommand = [{}]\n", words.join(", "))
            });
            format!("name = \"morph\"\n\n{}", tasks.collect::<Vec<_>>().join("\n"))
        }
    }
}
