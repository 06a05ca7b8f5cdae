//! Where a text in another language stands: in one node, between delimiters with something put into it, or in lines of comments.

use std::ops::Range;

use tree_sitter::Node;

use crate::margins::Margin;

/// A part of a text that is in another language.
#[derive(Debug, Clone)]
pub(super) struct Content {
    /// With its delimiters.
    pub(super) whole: Range<usize>,
    /// What of it is in the other language, in order; never empty.
    pub(super) ranges: Vec<tree_sitter::Range>,
    /// What is put into it, in order.
    pub(super) holes: Vec<Range<usize>>,
    pub(super) place: Place,
}

/// What of the host's tree it takes the place of.
#[derive(Debug, Clone)]
pub(super) enum Place {
    /// Nothing: it is below a leaf.
    Leaf,
    /// The pieces of a text, which are of that kind if there are any, and what is between them.
    Pieces(Option<u16>),
    /// Neighbours, from the first to the last, and their lines.
    Lines(Host, Host, Vec<Margin>),
}

/// A node of the host.
#[derive(Debug, Clone)]
pub(super) struct Host {
    pub(super) range: Range<usize>,
    pub(super) kind: u16,
}

impl Host {
    pub(super) fn of(node: Node<'_>) -> Host {
        Host { range: node.byte_range(), kind: node.kind_id() }
    }
}

impl Content {
    /// A node without children, or what is between the delimiters of one, if it has some: one text in pieces of one kind.
    /// What is no such piece is put into it; an escape sequence is, too, so that it stays or goes as a whole.
    pub(super) fn of(node: Node<'_>) -> Option<Content> {
        if node.child_count() == 0 {
            return Some(Content::leaf(node, node));
        }
        let mut cursor = node.walk();
        let children: Vec<Node<'_>> = node.children(&mut cursor).collect();
        // What is broken is no text that could be read: its errors are those of the host.
        if children.iter().any(|it| it.is_error() || it.is_missing()) {
            return None;
        }
        let delimits = |it: &&Node<'_>| it.child_count() == 0 && !is_piece(it) && !is_escape(it);
        let opening = children.first().filter(delimits);
        let closing = children.last().filter(|it| delimits(it) && (opening.is_none() || children.len() > 1));
        let between =
            &children[usize::from(opening.is_some())..children.len() - usize::from(closing.is_some())];
        if let [one] = between
            && one.child_count() == 0
            && is_piece(one)
        {
            return Some(Content::leaf(node, *one));
        }
        let mut pieces = between.iter().filter(|it| is_piece(it)).map(Node::kind_id);
        let piece = pieces.next();
        if !pieces.all(|it| Some(it) == piece) || piece.is_none() && between.iter().any(|it| !is_escape(it)) {
            return None;
        }
        let whole = node.range();
        let range = tree_sitter::Range {
            start_byte: opening.map_or(whole.start_byte, Node::end_byte),
            start_point: opening.map_or(whole.start_point, Node::end_position),
            end_byte: closing.map_or(whole.end_byte, Node::start_byte),
            end_point: closing.map_or(whole.end_point, Node::start_position),
        };
        let holes = between.iter().flat_map(put_in).collect();
        Some(Content { whole: node.byte_range(), ranges: vec![range], holes, place: Place::Pieces(piece) })
    }

    fn leaf(node: Node<'_>, leaf: Node<'_>) -> Content {
        Content {
            whole: node.byte_range(),
            ranges: vec![leaf.range()],
            holes: Vec::new(),
            place: Place::Leaf,
        }
    }

    /// Where it begins.
    pub(super) fn start(&self) -> usize {
        self.ranges[0].start_byte
    }

    /// Where it ends.
    pub(super) fn end(&self) -> usize {
        self.ranges[self.ranges.len() - 1].end_byte
    }

    /// The margins of its lines.
    pub(super) fn margins(&self) -> &[Margin] {
        match &self.place {
            Place::Lines(_, _, margins) => margins,
            Place::Leaf | Place::Pieces(_) => &[],
        }
    }

    /// True where its tree can be read by nothing but a grammar.
    pub(super) fn is_in_parts(&self) -> bool {
        !self.holes.is_empty() || self.ranges.len() > 1
    }

    /// True for what is in a hole.
    pub(super) fn leaves_out(&self, start: usize) -> bool {
        self.holes.iter().any(|it| it.contains(&start))
    }
}

/// True for what is text, by the name of its kind, and for what has nothing in it but escape sequences.
fn is_piece(node: &Node<'_>) -> bool {
    let has = |words: &[&str]| words.iter().any(|it| node.kind().contains(it));
    let is_text = has(&["content", "fragment", "string", "text"]) && !has(&["start", "end"]);
    node.is_named() && is_text && !is_escape(node) && holds_escapes_alone(node)
}

fn is_escape(node: &Node<'_>) -> bool {
    node.kind().contains("escape")
}

fn holds_escapes_alone(node: &Node<'_>) -> bool {
    let mut cursor = node.walk();
    node.children(&mut cursor).all(|it| is_escape(&it))
}

/// What a child of a text puts into it.
fn put_in(child: &Node<'_>) -> Vec<Range<usize>> {
    if !is_piece(child) {
        return vec![child.byte_range()];
    }
    let mut cursor = child.walk();
    child.children(&mut cursor).map(|it| it.byte_range()).collect()
}
