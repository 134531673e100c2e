//! Laws of floats: what holds near zero by the tolerance alone is none.

use crate::project::{Project, laws};

const LIBRARY: &str = r#"
/// The angle in minutes of arc.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Minutes(pub f64);
impl Minutes {
    fn radians(self) -> f64 { self.0 / 60.0 * std::f64::consts::PI / 180.0 }
    pub fn sin(self) -> f64 { self.radians().sin() }
    pub fn cos(self) -> f64 { self.radians().cos() }
    pub fn tan(self) -> f64 { self.radians().tan() }
}
pub fn metres(feet: f64) -> f64 { feet * 0.3048 }
pub fn feet(metres: f64) -> f64 { metres * 3.280_84 }
"#;

#[test]
#[ignore = "slow; .ci/run --slow runs it"]
fn sines_of_small_angles_are_no_tangents() {
    let project = Project::library(LIBRARY);
    let discovery = project.discover(&["--format", "json"]).well().discovery();
    let laws = |path: &str| laws(&discovery, &format!("tiny::{path}"));
    for path in ["Minutes::sin", "Minutes::cos", "Minutes::tan"] {
        let laws = laws(path);
        assert!(!laws.is_empty(), "{path}");
        for false_law in
            ["this.sin() == this.tan() (", "this.tan() == this.sin() (", "this.tan() * this.tan() =="]
        {
            assert!(laws.iter().all(|law| !law.contains(false_law)), "{path}: {laws:?}");
        }
    }
    // A constant that is cut off makes the same error everywhere.
    let there_and_back = laws("feet").concat() + &laws("metres").concat();
    assert!(
        there_and_back.contains("feet(metres(") || there_and_back.contains("metres(feet("),
        "{there_and_back}"
    );
    project.passes_and_stays(&discovery);
}
