//! The eight basic relations of sine and of cosine (composite relations, Table 1), and what was published of them.

use anyhow::{Result, anyhow};
use morph_relation::{FloatType, Relation, RelationText, Signature, Type};

/// A subject with its basic relations and the published figures.
pub struct Program {
    /// The function's path.
    pub path: &'static str,
    /// The function that its relations call beside.
    pub other: &'static str,
    /// Follow-ups and output relations.
    relations: [(&'static [&'static str], &'static str); 8],
    /// Composites of two, three and four layers, on average, and seconds.
    pub published: [(f64, f64); 3],
    /// The mean mutation scores of basic relations and of composites of two, three and four layers.
    pub scores: [f64; 4],
}

const COSINE: &str = "automr::commons::trigonometry::cos(x)";

/// Sine and cosine.
pub const PROGRAMS: [Program; 2] = [
    Program {
        path: "automr::commons::trigonometry::sin",
        other: "automr::commons::trigonometry::cos",
        relations: [
            (&["(-x,)"], "y1 == -y0"),
            (&["(x + 1.5707963267948966,)", COSINE], "y1 == y2"),
            (&["(x - 1.5707963267948966,)", COSINE], "y1 == -y2"),
            (&["(x + 3.141592653589793,)"], "y1 == -y0"),
            (&["(x - 3.141592653589793,)"], "y1 == -y0"),
            (&["(x + 6.283185307179586,)"], "y1 == y0"),
            (&["(x - 6.283185307179586,)"], "y1 == y0"),
            (&["(x * 2.0,)", COSINE], "y1 == y0 * y2 * 2.0"),
        ],
        published: [(44.0, 78.25), (102.0, 198.16), (143.0, 478.04)],
        scores: [0.2304, 0.586, 0.625, 0.626],
    },
    Program {
        path: "automr::commons::trigonometry::cos",
        other: "automr::commons::trigonometry::sin",
        relations: [
            (&["(-x,)"], "y1 == y0"),
            (&["(x + 1.5707963267948966,)", "automr::commons::trigonometry::sin(x)"], "y1 == -y2"),
            (&["(x - 1.5707963267948966,)", "automr::commons::trigonometry::sin(x)"], "y1 == y2"),
            (&["(x + 3.141592653589793,)"], "y1 == -y0"),
            (&["(x - 3.141592653589793,)"], "y1 == -y0"),
            (&["(x + 6.283185307179586,)"], "y1 == y0"),
            (&["(x - 6.283185307179586,)"], "y1 == y0"),
            (&["(x * 2.0,)"], "y1 == y0 * y0 * 2.0 - 1.0"),
        ],
        published: [(40.0, 84.82), (75.0, 246.29), (86.0, 524.85)],
        scores: [0.2261, 0.525, 0.594, 0.608],
    },
];

/// A function of one float.
pub fn signature(path: &str) -> Signature {
    let float = Type::Float(FloatType::F64);
    Signature::new(path, vec![("x".to_owned(), float.clone())], float)
}

impl Program {
    /// Its basic relations.
    pub fn basic(&self) -> Result<Vec<Relation>> {
        let read = |(followups, then): &(&[&str], &str)| {
            let text = RelationText {
                given: Vec::new(),
                when: "true".to_owned(),
                followups: followups.iter().map(|followup| (*followup).to_owned()).collect(),
                then: (*then).to_owned(),
                tolerance: "exact".to_owned(),
            };
            Relation::parse(&text, &signature(self.path), &|path| Some(signature(path)))
        };
        self.relations.iter().map(|relation| read(relation).map_err(|why| anyhow!(why))).collect()
    }
}
