//! Reads a page into a tree, as browsers do, and holds it to what browsers forgive.

use std::collections::BTreeMap;

use html5gum::{DefaultEmitter, Token, Tokenizer};

const VOID: [&str; 2] = ["meta", "wbr"];

/// An element with what is in it.
#[derive(Debug, Default)]
pub struct Element {
    pub name: String,
    pub attributes: BTreeMap<String, String>,
    pub children: Vec<Element>,
    /// All the text in it, in order.
    pub text: String,
}

impl Element {
    /// The root of a page. Panics on what the standard calls a parse error and on tags that are not closed in order.
    pub fn read(page: &str) -> Element {
        let mut emitter = DefaultEmitter::default();
        emitter.naively_switch_states(true);
        let string = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the page is UTF-8");
        let mut open = vec![Element::default()];
        for token in Tokenizer::new_with_emitter(page, emitter) {
            let Ok(token) = token;
            match token {
                Token::StartTag(tag) => {
                    let attributes =
                        tag.attributes.iter().map(|(name, value)| (string(name), string(value))).collect();
                    let element = Element { name: string(&tag.name), attributes, ..Element::default() };
                    match VOID.contains(&element.name.as_str()) {
                        true => open.last_mut().expect("the root").children.push(element),
                        false => open.push(element),
                    }
                }
                Token::EndTag(tag) => {
                    let closed = open.pop().expect("the root");
                    assert_eq!(closed.name, string(&tag.name), "closed out of order");
                    let parent = open.last_mut().expect("an element around it");
                    parent.text += &closed.text;
                    parent.children.push(closed);
                }
                Token::String(text) => open.last_mut().expect("the root").text += &string(&text),
                Token::Error(error) => panic!("{error:?}"),
                Token::Comment(_) | Token::Doctype(_) => {}
            }
        }
        assert_eq!(open.len(), 1, "elements stay open");
        open.remove(0)
    }

    /// All elements below it of a name and, if one is given, a class.
    pub fn all(&self, name: &str) -> Vec<&Element> {
        let (name, class) = name.split_once('.').unwrap_or((name, ""));
        let mut found = Vec::new();
        for child in &self.children {
            let classes = child.attributes.get("class").map_or("", String::as_str);
            if (name.is_empty() || child.name == name)
                && (class.is_empty() || classes.split(' ').any(|c| c == class))
            {
                found.push(child);
            }
            found
                .extend(child.all(
                    if class.is_empty() { name.to_owned() } else { format!("{name}.{class}") }.as_str(),
                ));
        }
        found
    }

    /// The texts of all elements below it of a name, with every run of white space as one blank.
    pub fn texts(&self, name: &str) -> Vec<String> {
        let words = |element: &&Element| element.text.split_whitespace().collect::<Vec<_>>().join(" ");
        self.all(name).iter().map(words).collect()
    }

    pub fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.get(name).map(String::as_str)
    }
}
