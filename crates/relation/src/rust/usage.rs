//! Whether code uses a variable.

/// Whether a piece of code mentions a variable, in the text of its messages, too: a method or field of that name is another.
pub fn mentions(code: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let chars: Vec<char> = code.chars().collect();
    let (mut at, mut in_text) = (0, false);
    while at < chars.len() {
        let word_end = (at..chars.len()).find(|end| !is_word(chars[*end])).unwrap_or(chars.len());
        match chars[at] {
            '\\' if in_text => at += 2,
            '"' => {
                in_text = !in_text;
                at += 1;
            }
            '{' if in_text && chars.get(at + 1) == Some(&'{') => at += 2,
            '{' if in_text => {
                let inside: String = chars[at + 1..].iter().take_while(|c| is_word(**c)).collect();
                if inside == name {
                    return true;
                }
                at += 1;
            }
            // A character's literal, or else a lifetime.
            '\'' if !in_text => {
                let is_escaped = chars.get(at + 1) == Some(&'\\');
                let from = if is_escaped { at + 3 } else { at + 2 };
                let is_literal = is_escaped || chars.get(at + 2) == Some(&'\'');
                let end = (from..chars.len()).find(|end| chars[*end] == '\'').filter(|_| is_literal);
                at = end.unwrap_or(at) + 1;
            }
            c if is_word(c) => {
                let word: String = chars[at..word_end].iter().collect();
                let is_member = at > 0 && chars[at - 1] == '.' && !(at > 1 && chars[at - 2] == '.');
                let is_label = chars.get(word_end) == Some(&':') || (at > 0 && chars[at - 1] == ':');
                if !in_text && word == name && !is_member && !is_label {
                    return true;
                }
                at = word_end;
            }
            _ => at += 1,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variables_are_found_in_code_and_in_messages_only() {
        for code in
            ["f(a, 0)", "let y0 = a;", "assert!(x, \"f({a:?}) is 0\");", "assert!(x, \"{}\", a);", "0..a"]
        {
            assert!(mentions(code, "a"), "{code}");
        }
        for code in
            ["x.a()", "x.a", "P { a: 1 }", "\"a is {{a}}\"", "a::f()", "'a'", "ab + ba", "f('\"', '\\'')"]
        {
            assert!(!mentions(code, "a"), "{code}");
        }
        assert!(mentions("f('\"', a)", "a"));
        assert!(mentions("f('\\'', a)", "a"));
    }
}
