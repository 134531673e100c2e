//! Writes a source file anew with insertions and switched expressions, and remembers which output bytes belong
//! to which mutant, so that a compiler message can be attributed to it.

use std::ops::Range;

use super::mutant_id::MutantId;

/// The purpose of an insertion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Burns fuel: wanted in mutated copies, too.
    Fuel,
    /// Reports a statement.
    Probe,
    /// A mutant that is a guard or an early return.
    Mutant,
    /// Begins what a mutant leaves out.
    Open,
    /// Ends what a mutant leaves out.
    Close,
    /// The place of a [`ConstCopy`].
    ConstCopy,
    /// Wraps what is returned: wanted in mutated copies, too.
    Wrap,
    /// Calls the subjects.
    Shim,
}

/// A replacement of a (mostly empty) range by text.
#[derive(Clone, Debug)]
pub struct Edit {
    /// Bytes of the original.
    pub range: Range<usize>,
    /// What stands there instead.
    pub text: String,
    /// What for.
    pub kind: Kind,
    /// The mutant that it belongs to.
    pub id: Option<MutantId>,
}

impl Edit {
    /// An insertion that belongs to no mutant.
    pub fn insert(at: usize, text: String, kind: Kind) -> Edit {
        Edit { range: at..at, text, kind, id: None }
    }
}

/// An expression that is folded.
#[derive(Clone, Debug)]
pub struct Site {
    /// Bytes of the expression.
    pub range: Range<usize>,
    /// Into what.
    pub fold: Fold,
}

/// How an expression is folded.
#[derive(Clone, Debug)]
pub enum Fold {
    /// A choice between it and its mutants.
    Mutants {
        /// Each mutant's switch, the span that it replaces, and by what.
        mutants: Vec<(MutantId, Range<usize>, String)>,
        /// Whether the expression can be a statement without a semicolon.
        statement: bool,
        /// Whether it begins with such an expression: at the start of a block that would be a statement of its own.
        led_by_statement: bool,
    },
    /// Itself between two texts, which report a branch. In mutated copies it stands alone.
    Wrapped {
        /// What stands before it.
        open: String,
        /// What stands behind it.
        close: String,
        /// Bytes of what the report is about.
        place: Range<usize>,
        /// Whether it is an operand, whose distance from another outcome is reported.
        measures: bool,
    },
}

/// A copy of a `const fn`, with other names in it, for constants to call.
#[derive(Clone, Debug)]
pub struct ConstCopy {
    /// Where it is inserted; an edit of this [`Kind`] marks the place.
    pub at: usize,
    /// What stands before it.
    pub head: String,
    /// The bytes that are copied.
    pub copied: Range<usize>,
    /// The replacements in it, in order.
    pub renames: Vec<(Range<usize>, String)>,
}

/// An expression between texts that report a branch.
#[derive(Clone, Debug)]
pub struct Wrap {
    /// Output bytes of the whole.
    pub whole: Range<usize>,
    /// Output bytes of what stands before the expression.
    pub open: Range<usize>,
    /// Output bytes of what stands behind it.
    pub close: Range<usize>,
    /// Whether it is an operand, whose distance from another outcome is reported.
    pub measures: bool,
    /// Bytes of the branch's place in the original.
    pub place: Range<usize>,
}

/// The new text.
#[derive(Clone, Debug, Default)]
pub struct Spliced {
    /// The text.
    pub text: String,
    /// Output bytes that belong to one mutant alone.
    pub mutated: Vec<(Range<usize>, MutantId)>,
    /// Output bytes where the statement begins that a mutant leaves out.
    pub deletions: Vec<(Range<usize>, MutantId)>,
    /// Where output bytes that were copied come from: the output's first byte, and the original's bytes.
    pub copied: Vec<(usize, Range<usize>)>,
    /// Output bytes of the copies of `const fn`s.
    pub const_copies: Vec<Range<usize>>,
    /// Output bytes of whole sites, with all their mutants, outermost first.
    pub sites: Vec<(Range<usize>, Vec<MutantId>)>,
    /// Branches that are reported, outermost first.
    pub wraps: Vec<Wrap>,
}

impl Spliced {
    /// The original's byte that stands at an output byte, or the last one that was copied before it.
    pub fn original(&self, byte: usize) -> usize {
        self.copied_before(byte).map_or(0, |(at, end)| at.min(end - 1))
    }

    /// The original's byte that was copied to an output byte, if it was.
    pub fn copied_from(&self, byte: usize) -> Option<usize> {
        self.copied_before(byte).filter(|(at, end)| at < end).map(|(at, _)| at)
    }

    /// The first bytes of the original that were copied to among these output bytes.
    pub fn copied_within(&self, bytes: &Range<usize>) -> Option<Range<usize>> {
        self.copied.iter().find_map(|(out, from)| {
            let start = bytes.start.max(*out);
            let end = bytes.end.min(out + from.len());
            (start < end).then(|| from.start + (start - out)..from.start + (end - out))
        })
    }

    /// Where an output byte would come from, had the last copy before it not ended where it does.
    fn copied_before(&self, byte: usize) -> Option<(usize, usize)> {
        let behind = self.copied.partition_point(|(out, _)| *out <= byte);
        self.copied[..behind].last().map(|(out, bytes)| (bytes.start + (byte - out), bytes.end))
    }
}

/// Applies edits and sites to a source.
pub fn splice(
    source: &str,
    mut edits: Vec<Edit>,
    mut sites: Vec<Site>,
    const_copies: Vec<ConstCopy>,
) -> Spliced {
    // Stable: insertions at one place stand in the order in which they were asked for, fuel and returns first.
    edits.sort_by_key(|edit| (edit.range.start, rank(edit.kind)));
    sites.sort_by_key(|site| (site.range.start, std::cmp::Reverse(site.range.end)));
    let mut writer =
        Writer { source, edits: &edits, sites: &sites, const_copies: &const_copies, out: Spliced::default() };
    let whole = 0..source.len();
    writer.region(&whole, 0..sites.len(), true, true);
    writer.out
}

/// At one place: the end of the statement before, call and loop fuel, early returns, the statement's probe, its begin;
/// what is returned is wrapped with all that belongs to it.
fn rank(kind: Kind) -> u8 {
    match kind {
        Kind::Close | Kind::ConstCopy => 0,
        Kind::Fuel => 1,
        Kind::Mutant => 2,
        Kind::Probe => 3,
        Kind::Open => 4,
        Kind::Wrap => 5,
        Kind::Shim => 6,
    }
}

struct Writer<'a> {
    source: &'a str,
    edits: &'a [Edit],
    sites: &'a [Site],
    const_copies: &'a [ConstCopy],
    out: Spliced,
}

impl Writer<'_> {
    /// Writes a range with the sites (a run of indices) that lie in it. `edges`: with what is inserted at its very ends.
    fn region(&mut self, range: &Range<usize>, sites: Range<usize>, full: bool, edges: bool) {
        let mut at = range.start;
        let mut first = true;
        let mut next = sites.start;
        while next < sites.end {
            let site = &self.sites[next];
            // The sites inside this one follow it directly.
            let inside = (next + 1..sites.end)
                .take_while(|i| self.sites[*i].range.start < site.range.end)
                .last()
                .map_or(next + 1, |last| last + 1);
            self.plain(at..site.range.start, full, edges || !first, true);
            self.site(next, next + 1..inside);
            at = site.range.end;
            first = false;
            next = inside;
        }
        self.plain(at..range.end, full, edges || !first, edges);
    }

    /// Writes source text with its insertions; those at the start or the end only where asked for.
    fn plain(&mut self, range: Range<usize>, full: bool, start: bool, end: bool) {
        let mut at = range.start;
        let from = self.edits.partition_point(|edit| edit.range.start < range.start);
        for edit in self.edits[from..].iter().take_while(|edit| edit.range.start <= range.end) {
            let place = edit.range.start;
            let wanted = (start || place > range.start || !edit.range.is_empty())
                && (end || place < range.end)
                && (full || matches!(edit.kind, Kind::Fuel | Kind::Wrap));
            if !wanted || place < at {
                continue;
            }
            self.copy(at..place);
            if edit.kind == Kind::ConstCopy {
                self.const_copies
                    .iter()
                    .filter(|copy| copy.at == place)
                    .for_each(|copy| self.const_copy(copy));
            }
            let begin = self.out.text.len();
            self.out.text.push_str(&edit.text);
            if let Some(id) = edit.id {
                if edit.kind == Kind::Open {
                    self.out.deletions.push((begin..self.out.text.len(), id));
                }
                self.out.mutated.push((begin..self.out.text.len(), id));
            }
            at = edit.range.end;
        }
        self.copy(at..range.end);
    }

    fn const_copy(&mut self, copy: &ConstCopy) {
        let begin = self.out.text.len();
        self.out.text.push_str(&copy.head);
        let mut at = copy.copied.start;
        for (range, name) in &copy.renames {
            self.copy(at..range.start);
            self.out.text.push_str(name);
            at = range.end;
        }
        self.copy(at..copy.copied.end);
        self.out.const_copies.push(begin..self.out.text.len());
    }

    fn copy(&mut self, range: Range<usize>) {
        if !range.is_empty() {
            self.out.copied.push((self.out.text.len(), range.clone()));
            self.out.text.push_str(&self.source[range]);
        }
    }

    fn site(&mut self, index: usize, inside: Range<usize>) {
        let Site { range, fold } = &self.sites[index];
        match fold {
            Fold::Mutants { .. } => self.mutants(range, fold, inside),
            Fold::Wrapped { open, close, place, measures } => {
                let (begin, number) = (self.out.text.len(), self.out.wraps.len());
                self.out.text.push_str(open);
                let open = begin..self.out.text.len();
                let (whole, place, measures) = (open.clone(), place.clone(), *measures);
                self.out.wraps.push(Wrap { whole, close: open.clone(), open, measures, place });
                self.region(range, inside, true, false);
                let behind = self.out.text.len();
                self.out.text.push_str(close);
                let wrap = &mut self.out.wraps[number];
                wrap.close = behind..self.out.text.len();
                wrap.whole.end = wrap.close.end;
            }
        }
    }

    fn mutants(&mut self, range: &Range<usize>, fold: &Fold, inside: Range<usize>) {
        let Fold::Mutants { mutants, statement, led_by_statement } = fold else { return };
        let (open, close) = if *statement { ("{ ", " }") } else { ("(", ")") };
        let begin = self.out.text.len();
        let place = self.out.sites.len();
        self.out.sites.push((0..0, mutants.iter().map(|(id, ..)| *id).collect()));
        self.out.text.push_str(open);
        let (first, last) = if *led_by_statement { ("(", ")") } else { ("", "") };
        // The original comes first: the other branches' types have to follow its type.
        self.out.text.push_str(&format!("if ::__morph::off({}) {{ {first}", mutants[0].0.0));
        self.region(range, inside, true, false);
        self.out.text.push_str(&format!("{last} }}"));
        for (i, (id, span, replacement)) in mutants.iter().enumerate() {
            let condition =
                if i + 1 == mutants.len() { String::new() } else { format!("if ::__morph::is({}) ", id.0) };
            self.out.text.push_str(&format!(" else {condition}{{ {first}"));
            let from = self.out.text.len();
            self.plain(range.start..span.start, false, false, false);
            self.out.text.push_str(replacement);
            self.plain(span.end..range.end, false, false, false);
            self.out.mutated.push((from..self.out.text.len(), *id));
            self.out.text.push_str(&format!("{last} }}"));
        }
        self.out.text.push_str(close);
        self.out.sites[place].0 = begin..self.out.text.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site(range: Range<usize>, mutants: &[(u32, Range<usize>, &str)]) -> Site {
        let mutants =
            mutants.iter().map(|(n, span, text)| (MutantId(*n), span.clone(), (*text).to_owned())).collect();
        Site { range, fold: Fold::Mutants { mutants, statement: false, led_by_statement: false } }
    }

    #[test]
    fn nested_sites_are_folded_once_each_and_copies_hold_plain_text() {
        //            0123456789
        let source = "a + b * c;";
        let sites = vec![site(4..9, &[(2, 6..7, "/")]), site(0..9, &[(1, 2..3, "-")])];
        let spliced =
            splice(source, vec![Edit::insert(0, "p(); ".to_owned(), Kind::Probe)], sites, Vec::new());
        assert_eq!(
            spliced.text,
            "p(); (if ::__morph::off(1) { a + (if ::__morph::off(2) { b * c } else { b / c }) } else { a - b * c });"
        );
        for (range, id) in &spliced.mutated {
            let text = &spliced.text[range.clone()];
            assert_eq!(text, if id.0 == 1 { "a - b * c" } else { "b / c" });
        }
        assert_eq!(spliced.sites.len(), 2);
    }

    #[test]
    fn statement_in_an_if_keeps_its_probe_and_stands_beside_the_next() {
        let source = "{a();b();}";
        let open = |at: usize, n: u32| Edit {
            range: at..at,
            text: format!("if !on({n}) {{ "),
            kind: Kind::Open,
            id: Some(MutantId(n)),
        };
        let close = |at: usize, n| Edit { kind: Kind::Close, text: " }".to_owned(), ..open(at, n) };
        let probe = |at| Edit::insert(at, "hit(); ".to_owned(), Kind::Probe);
        let edits = vec![probe(1), open(1, 1), close(5, 1), probe(5), open(5, 2), close(9, 2)];
        let spliced = splice(source, edits, Vec::new(), Vec::new());
        assert_eq!(spliced.text, "{hit(); if !on(1) { a(); }hit(); if !on(2) { b(); }}");
        let begins: Vec<&str> = spliced.deletions.iter().map(|(at, _)| &spliced.text[at.clone()]).collect();
        assert_eq!(begins, ["if !on(1) { ", "if !on(2) { "]);
        // What was inserted belongs to what stands before it.
        assert_eq!(spliced.original(spliced.deletions[1].0.end - 1), 4);
    }

    #[test]
    fn fuel_is_burnt_in_mutated_copies_and_probes_are_not() {
        let source = "x(|| { s }) + y";
        let edits = vec![
            Edit::insert(7, "fuel ".to_owned(), Kind::Fuel),
            Edit::insert(7, "probe ".to_owned(), Kind::Probe),
        ];
        let spliced = splice(source, edits, vec![site(0..15, &[(1, 12..13, "-")])], Vec::new());
        assert_eq!(
            spliced.text,
            "(if ::__morph::off(1) { x(|| { fuel probe s }) + y } else { x(|| { fuel s }) - y })"
        );
    }

    #[test]
    fn branch_is_reported_around_mutants_and_not_in_their_copies() {
        let source = "if a && b { c }";
        let wrap = |range: Range<usize>, n: u32| Site {
            fold: Fold::Wrapped {
                open: format!("p({n}, "),
                close: ")".to_owned(),
                place: range.clone(),
                measures: false,
            },
            range,
        };
        let sites = vec![wrap(3..4, 1), wrap(8..9, 2), site(3..9, &[(7, 5..7, "||")])];
        let spliced = splice(source, Vec::new(), sites, Vec::new());
        assert_eq!(spliced.text, "if (if ::__morph::off(7) { p(1, a) && p(2, b) } else { a || b }) { c }");
        let texts: Vec<&str> = spliced.wraps.iter().map(|wrap| &spliced.text[wrap.whole.clone()]).collect();
        assert_eq!(texts, ["p(1, a)", "p(2, b)"]);
        assert_eq!(&spliced.text[spliced.wraps[1].open.clone()], "p(2, ");
    }

    #[test]
    fn twin_is_a_copy_by_another_name_that_knows_where_it_comes_from() {
        let source = "const fn f() { g() }";
        let copy =
            ConstCopy { at: 20, head: " ".to_owned(), copied: 0..20, renames: vec![(9..10, "h".to_owned())] };
        let edits = vec![
            Edit::insert(0, "/**/".to_owned(), Kind::Fuel),
            Edit::insert(20, String::new(), Kind::ConstCopy),
        ];
        let spliced = splice(source, edits, Vec::new(), vec![copy]);
        assert_eq!(spliced.text, "/**/const fn f() { g() } const fn h() { g() }");
        assert_eq!((spliced.const_copies[0].start, spliced.const_copies[0].end), (24, 45));
        let called = spliced.text.rfind('g').expect("the copy's call");
        assert_eq!(spliced.copied_from(called), Some(15));
        assert_eq!(spliced.copied_from(called - 6), None);
        assert_eq!(spliced.copied_from(0), None);
    }
}
