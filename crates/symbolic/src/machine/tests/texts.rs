//! Texts.

use super::{Case, Lift, Source, agree, cases, code, outcome};
use morph_relation::Value;

code! { texts, TEXTS:
    pub fn length(s: &str) -> (usize, usize, bool) { (s.len(), s.chars().count(), s.is_empty()) }
    pub fn prefix(s: &str) -> u8 {
        if s.starts_with("ab") { 1 } else if s.ends_with('x') { 2 } else if s.contains("oo") { 3 } else { 0 }
    }
    pub fn trimmed(s: &str) -> String { s.trim().to_string() }
    pub fn words(s: &str) -> Vec<String> { s.split_whitespace().map(|w| w.to_uppercase()).collect() }
    pub fn fields(s: &str) -> Vec<String> { s.split(',').map(str::trim).map(String::from).collect() }
    pub fn key(s: &str) -> Option<(String, String)> {
        let (key, value) = s.split_once('=')?;
        Some((key.to_owned(), value.to_owned()))
    }
    pub fn number(s: &str) -> Option<i32> { s.parse().ok() }
    pub fn version(s: &str) -> Result<(u8, u8), String> {
        let (major, minor) = s.split_once('.').ok_or_else(|| format!("no point in {s:?}"))?;
        let major = major.parse::<u8>().map_err(|_| "major".to_string())?;
        let minor = minor.parse().map_err(|_| "minor".to_string())?;
        Ok((major, minor))
    }
    pub fn reversed(s: &str) -> String { s.chars().rev().collect() }
    pub fn palindrome(s: &str) -> bool {
        let cleaned: Vec<char> = s.chars().filter(|c| c.is_alphanumeric()).map(|c| c.to_ascii_lowercase()).collect();
        cleaned.iter().eq(cleaned.iter().rev())
    }
    pub fn caesar(s: &str, shift: u8) -> String {
        s.chars().map(|c| match c {
            'a'..='z' => ((c as u8 - b'a' + shift % 26) % 26 + b'a') as char,
            'A'..='Z' => ((c as u8 - b'A' + shift % 26) % 26 + b'A') as char,
            other => other,
        }).collect()
    }
    pub fn found(s: &str) -> (Option<usize>, Option<usize>) { (s.find('a'), s.rfind(|c: char| c.is_ascii_digit())) }
    pub fn sliced(s: &str, n: usize) -> Option<String> { s.get(n % 5..).map(|rest| rest.to_string()) }
    pub fn cut(s: &str) -> String { s[..s.len() / 2].to_string() }
    pub fn replaced(s: &str) -> String { s.replace("a", "bb").replace(' ', "") }
    pub fn joined(parts: Vec<String>) -> String { parts.join("-") }
    pub fn shown(n: i32, s: &str) -> String { format!("{n:>4}|{s}|{:03}", n % 50) }
    pub fn runs(s: &str) -> String {
        let mut out = String::new();
        let mut chars = s.chars().peekable();
        while let Some(c) = chars.next() {
            let mut n = 1;
            while chars.next_if_eq(&c).is_some() { n += 1; }
            if n > 1 { out.push_str(&n.to_string()); }
            out.push(c);
        }
        out
    }
    pub fn checksum(s: &str) -> Option<u32> {
        let mut sum = 0;
        for (i, c) in s.chars().rev().enumerate() {
            let mut d = c.to_digit(10)?;
            if i % 2 == 1 { d *= 2; if d > 9 { d -= 9; } }
            sum += d;
        }
        Some(sum % 10)
    }
    pub fn bytes(s: &str) -> u32 { s.bytes().fold(0u32, |h, b| h.wrapping_mul(31).wrapping_add(b as u32)) }
    pub fn balanced(s: &str) -> bool {
        let mut stack = Vec::new();
        for c in s.chars() {
            match c {
                '(' | '[' | '{' => stack.push(c),
                ')' => if stack.pop() != Some('(') { return false; },
                ']' => if stack.pop() != Some('[') { return false; },
                '}' => if stack.pop() != Some('{') { return false; },
                _ => {}
            }
        }
        stack.is_empty()
    }
    pub fn indices(s: &str) -> Vec<usize> { s.char_indices().filter(|(_, c)| c.is_uppercase()).map(|(i, _)| i).collect() }
    pub fn lined(s: &str) -> usize { s.lines().filter(|line| !line.is_empty()).count() }
    pub fn compared(a: &str, b: &str) -> (bool, std::cmp::Ordering) { (a.eq_ignore_ascii_case(b), a.cmp(b)) }
    pub fn hex(bytes: &[u8]) -> String { bytes.iter().map(|b| format!("{b:02x}")).collect::<Vec<_>>().concat() }
    pub fn stripped(s: &str) -> String {
        s.strip_prefix("0x").or_else(|| s.strip_prefix('#')).unwrap_or(s).trim_start_matches('0').to_string()
    }
    pub fn command(s: &str) -> u8 { match s { "go" => 1, "stop" | "halt" => 2, other if other.len() > 3 => 3, _ => 4 } }
    pub fn indexed(s: &str, n: usize) -> Option<char> { s.chars().nth(n % 4) }
    pub fn scanned(s: &str) -> i32 {
        let bytes = s.as_bytes();
        let mut i = 0;
        let mut total = 0;
        while i < bytes.len() {
            if bytes[i].is_ascii_digit() {
                let start = i;
                while i < bytes.len() && bytes[i].is_ascii_digit() { i += 1; }
                total += (i - start) as i32;
            } else { i += 1; }
        }
        total
    }
    pub fn title(s: &str) -> String {
        s.split(' ').map(|w| {
            let mut chars = w.chars();
            match chars.next() {
                Some(first) => first.to_uppercase().collect::<String>() + chars.as_str(),
                None => String::new(),
            }
        }).collect::<Vec<String>>().join(" ")
    }
    pub fn decimal(s: &str) -> Option<f64> { s.trim().parse::<f64>().ok().filter(|x| *x >= 0.5) }
}

#[test]
fn texts_are_as_compiled() {
    let source = Source::new(TEXTS);
    let cases: &[Case<'_>] = cases! {
        "length": |s: String| texts_length(&s);
        "prefix": |s: String| texts::prefix(&s);
        "trimmed": |s: String| texts::trimmed(&s);
        "words": |s: String| texts::words(&s);
        "fields": |s: String| texts::fields(&s);
        "key": |s: String| texts::key(&s);
        "number": |s: String| texts::number(&s);
        "version": |s: String| texts::version(&s);
        "reversed": |s: String| texts::reversed(&s);
        "palindrome": |s: String| texts::palindrome(&s);
        "caesar": |s: String, shift: u8| texts::caesar(&s, shift);
        "found": |s: String| texts::found(&s);
        "sliced": |s: String, n: usize| texts::sliced(&s, n);
        "cut": |s: String| texts::cut(&s);
        "replaced": |s: String| texts::replaced(&s);
        "joined": |parts: Vec<String>| texts::joined(parts);
        "shown": |n: i32, s: String| texts::shown(n, &s);
        "runs": |s: String| texts::runs(&s);
        "checksum": |s: String| texts::checksum(&s);
        "bytes": |s: String| texts::bytes(&s);
        "balanced": |s: String| texts::balanced(&s);
        "indices": |s: String| texts::indices(&s);
        "lined": |s: String| texts::lined(&s);
        "compared": |a: String, b: String| texts::compared(&a, &b);
        "hex": |bytes: Vec<u8>| texts::hex(&bytes);
        "stripped": |s: String| texts::stripped(&s);
        "command": |s: String| texts::command(&s);
        "indexed": |s: String, n: usize| texts::indexed(&s, n);
        "scanned": |s: String| texts::scanned(&s);
        "title": |s: String| texts::title(&s);
        "decimal": |s: String| texts::decimal(&s);
    };
    agree(&source, cases, 60);
    // What random texts seldom are.
    for (name, real) in cases {
        for text in [
            "12",
            "-7",
            "+300",
            "1.2",
            "255.256",
            "abx",
            "foo bar",
            "a=b=c",
            " x\t",
            "0x00ff",
            "éa3É ",
            "halt",
            "(a[b]{c})",
            "aabbb1",
        ] {
            let subject = source.subject(name);
            if subject.params.len() != 1 || !Value::str("").fits(&subject.params[0].ty) {
                continue;
            }
            let input = [Value::str(text)];
            let path = source.follow(name, &input);
            assert_eq!(super::difference(&path, &real(&input)), None, "{name} of {text:?}");
        }
    }
}

fn texts_length(s: &str) -> (usize, usize, bool) {
    texts::length(s)
}
