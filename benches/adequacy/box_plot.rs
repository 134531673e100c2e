//! Box plots as SVG: a panel per program, a group of boxes per criterion.

use std::fmt::Write as _;

/// A panel: its title and its groups of boxes.
pub struct Panel {
    /// Above it.
    pub title: String,
    /// From left to right: the name below, and the samples of each box.
    pub groups: Vec<(String, Vec<Vec<f64>>)>,
}

/// Five numbers of a sample: the box is from the first to the third quartile, and the whiskers end at the last value
/// within one and a half times its height.
struct Summary {
    whiskers: [f64; 2],
    quartiles: [f64; 3],
    mean: f64,
    outliers: Vec<f64>,
}

const WIDTH: f64 = 980.0;
const HEIGHT: f64 = 190.0;
const LEFT: f64 = 56.0;
const TOP: f64 = 28.0;
const PLOT: f64 = 110.0;
/// From blue to red over the boxes of a group.
fn colour(place: usize, of: usize) -> String {
    format!("hsl({:.0},60%,45%)", 220.0 - 215.0 * place as f64 / of.saturating_sub(1).max(1) as f64)
}

impl Summary {
    fn of(sample: &[f64]) -> Option<Summary> {
        let mut sorted = sample.to_vec();
        sorted.sort_by(f64::total_cmp);
        let last = sorted.len().checked_sub(1)?;
        let quantile = |share: f64| {
            let place = share * last as f64;
            let (below, above) = (sorted[place.floor() as usize], sorted[place.ceil() as usize]);
            below + (above - below) * place.fract()
        };
        let quartiles = [quantile(0.25), quantile(0.5), quantile(0.75)];
        let reach = 1.5 * (quartiles[2] - quartiles[0]);
        let inside = |x: &&f64| (quartiles[0] - reach..=quartiles[2] + reach).contains(*x);
        let whiskers = [sorted.iter().find(inside), sorted.iter().rev().find(inside)];
        Some(Summary {
            whiskers: whiskers.map(|end| end.copied().unwrap_or(quartiles[1])),
            quartiles,
            mean: sorted.iter().sum::<f64>() / sorted.len() as f64,
            outliers: sorted.iter().filter(|x| !inside(x)).copied().collect(),
        })
    }
}

/// The figure: panels below each other, with values from 0 to the largest in the panel, or to `most`. `legend` names
/// the boxes of a group.
pub fn figure(title: &str, legend: &[String], panels: &[Panel], most: Option<f64>) -> String {
    let height = 60.0 + HEIGHT * panels.len() as f64;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" \
         viewBox=\"0 0 {WIDTH} {height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"15\">{}</text>\n",
        escaped(title)
    );
    for (i, name) in legend.iter().enumerate() {
        let (x, colour) = (LEFT + 80.0 * i as f64, colour(i, legend.len()));
        let _ = writeln!(
            svg,
            "<rect x=\"{x}\" y=\"32\" width=\"10\" height=\"10\" fill=\"{colour}\" fill-opacity=\"0.4\" \
             stroke=\"{colour}\"/><text x=\"{}\" y=\"41\">{}</text>",
            x + 14.0,
            escaped(name)
        );
    }
    for (i, panel) in panels.iter().enumerate() {
        draw_panel(&mut svg, panel, 52.0 + HEIGHT * i as f64, most);
    }
    svg.push_str("</svg>\n");
    svg
}

fn draw_panel(svg: &mut String, panel: &Panel, top: f64, most: Option<f64>) {
    let values = panel.groups.iter().flat_map(|(_, boxes)| boxes.iter().flatten());
    let most = most.unwrap_or_else(|| values.copied().fold(1.0, f64::max));
    let bottom = top + TOP + PLOT;
    let y = |value: f64| bottom - value / most * PLOT;
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"{}\" font-weight=\"bold\">{}</text>",
        top + 18.0,
        escaped(&panel.title)
    );
    for part in 0..=4 {
        let value = most * f64::from(part) / 4.0;
        let label = if most > 4.0 { format!("{value:.0}") } else { format!("{value:.2}") };
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" x2=\"{}\" y1=\"{1:.1}\" y2=\"{1:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{2}\" y=\"{3:.1}\" text-anchor=\"end\">{label}</text>",
            WIDTH - 10.0,
            y(value),
            LEFT - 6.0,
            y(value) + 4.0
        );
    }
    let width = (WIDTH - LEFT - 10.0) / panel.groups.len().max(1) as f64;
    for (i, (name, boxes)) in panel.groups.iter().enumerate() {
        let left = LEFT + width * i as f64;
        let step = (width - 16.0) / boxes.len().max(1) as f64;
        for (j, sample) in boxes.iter().enumerate() {
            if let Some(summary) = Summary::of(sample) {
                let centre = left + 8.0 + step * (j as f64 + 0.5);
                draw_box(svg, &summary, centre, (step * 0.7).min(22.0), &colour(j, boxes.len()), &y);
            }
        }
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            left + width / 2.0,
            bottom + 16.0,
            escaped(name)
        );
    }
}

/// A box with its median as a line, its mean as a cross and its outliers as circles.
fn draw_box(svg: &mut String, of: &Summary, x: f64, width: f64, colour: &str, y: &dyn Fn(f64) -> f64) {
    let [low, high] = of.whiskers.map(y);
    let [first, median, third] = of.quartiles.map(y);
    let (left, right, mean) = (x - width / 2.0, x + width / 2.0, y(of.mean));
    let _ = writeln!(
        svg,
        "<g stroke=\"{colour}\" fill=\"none\"><path d=\"M{x:.1} {low:.1}V{first:.1}M{x:.1} {third:.1}V{high:.1}\"/>\
         <rect x=\"{left:.1}\" y=\"{third:.1}\" width=\"{width:.1}\" height=\"{:.1}\" fill=\"{colour}\" \
         fill-opacity=\"0.4\"/><path d=\"M{left:.1} {median:.1}H{right:.1}\" stroke-width=\"2\"/>\
         <path d=\"M{:.1} {:.1}l4 4m-4 0l4 -4\" stroke=\"black\"/>",
        first - third,
        x - 2.0,
        mean - 2.0
    );
    // Many suites detect as much as each other: one circle each is enough.
    let mut outliers = of.outliers.clone();
    outliers.dedup();
    for outlier in outliers {
        let _ = writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{:.1}\" r=\"1.5\" fill=\"{colour}\"/>", y(outlier));
    }
    svg.push_str("</g>\n");
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
