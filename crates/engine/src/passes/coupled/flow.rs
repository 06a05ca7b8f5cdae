//! Blocks of a function and the jumps between them, where a function is written as labels and jumps, as in LLVM IR.

use std::collections::HashMap;

use super::lists::List;
use super::view::View;
use crate::document::UnitId;
use crate::edit::{Edit, EditSet, FileId, Span};
use crate::names::{BindingId, Definition, Kind, Place, Target as Meaning, text_of};
use crate::thresholds::COUPLED_SITES;

/// The blocks of a function in order, the one that it begins with first.
pub(super) struct Flow {
    pub(super) id: FileId,
    pub(super) blocks: Vec<Block>,
    /// How many of the parameters have no name but a number.
    numbered: usize,
}

/// What is run from a label to a jump.
#[derive(Default)]
pub(super) struct Block {
    /// What its label defines; the first block may have none.
    pub(super) label: Option<BindingId>,
    /// All of it.
    pub(super) span: Span,
    /// What is behind the label; the last is the jump.
    pub(super) records: Vec<UnitId>,
    /// The blocks that the jump names, and where it does.
    pub(super) targets: Vec<Target>,
    /// The blocks that jump to it, as often as they name it.
    pub(super) sources: Vec<usize>,
    /// What values of it are, by where they come from.
    pub(super) inputs: Vec<Input>,
}

/// A block that a jump names.
#[derive(Clone, Copy)]
pub(super) struct Target {
    pub(super) block: usize,
    /// The name with its sign.
    pub(super) name: Span,
}

/// What a value is when the block is reached from another, such as `[ 0, %a ]`.
#[derive(Clone, Copy)]
pub(super) struct Input {
    /// The block that it comes from.
    pub(super) from: usize,
    /// Which of the records it belongs to.
    pub(super) record: UnitId,
    /// All of it, brackets included.
    pub(super) whole: Span,
    /// The other block's name in it, without its sign.
    pub(super) name: Span,
}

/// Goes through the blocks of a file from the back, at most 2,000.
pub(super) fn each_block(view: &View, id: FileId, mut does: impl FnMut(&Flow, usize)) {
    let mut left = COUPLED_SITES.get();
    let functions: Vec<_> = view.bindings(id, &[Kind::Function]).collect();
    for flow in functions.iter().rev().filter_map(|it| Flow::of(view, it.1)) {
        (0..flow.blocks.len()).rev().take(left).for_each(|at| does(&flow, at));
        left = left.saturating_sub(flow.blocks.len());
    }
}

impl Flow {
    /// The blocks of a function; `None` for one that is declared only, and in other languages.
    fn of(view: &View, function: &Definition) -> Option<Flow> {
        let (id, file) = (function.file, view.file(function.file));
        file.language.as_ref()?.jump.as_ref()?;
        let mut blocks = vec![Block::default()];
        for child in file.children(function.parts.body?) {
            match file.kind_name(child) {
                "record" => blocks[0].records.push(child),
                "section" => blocks.push(section(view, id, child)?),
                _ => {}
            }
        }
        match (blocks[0].records.first(), blocks[0].records.last()) {
            (Some(&first), Some(&last)) => {
                blocks[0].span = Span::new(file.unit(first).start, file.unit(last).end);
            }
            _ => drop(blocks.remove(0)),
        }
        let named = view.definitions_in(id, file.unit(function.parts.parameters?).span()).iter();
        let named = named.filter(|it| !text_of(file, it).iter().all(u8::is_ascii_digit)).count();
        let all = List::of(file, id, function.parts.parameters?).map_or(0, |it| it.elements.len());
        let mut flow = Flow { id, blocks, numbered: all.saturating_sub(named) };
        flow.connect(view);
        Some(flow)
    }

    /// Finds the jumps, and what comes from where.
    fn connect(&mut self, view: &View) {
        let file = view.file(self.id);
        for to in 0..self.blocks.len() {
            let uses = self.blocks[to].label.map_or(Vec::new(), |it| view.uses(it));
            for name in uses.into_iter().filter(|it| it.file == self.id).map(|it| it.span(view)) {
                let block = self.block_at(name.start);
                let jump = block.and_then(|it| self.jump(it)).map(|it| file.unit(it).span());
                if let Some(from) = block.filter(|_| jump.is_some_and(|it| it.contains(name))) {
                    let name = Span::new(name.start.saturating_sub(1), name.end);
                    self.blocks[from].targets.push(Target { block: to, name });
                    self.blocks[to].sources.push(from);
                }
            }
        }
        let by_label = self.blocks.iter().enumerate();
        let by_label: HashMap<BindingId, usize> =
            by_label.filter_map(|(at, it)| Some((it.label?, at))).collect();
        let has_name = self.blocks.first().is_some_and(|it| it.label.is_some());
        for block in &mut self.blocks {
            let before_jump = block.records.len().saturating_sub(1);
            for &record in &block.records[..before_jump] {
                let found = inputs(view, self.id, record).filter_map(|(whole, name, of)| {
                    // What nothing defines is the first block, by its number.
                    let from = match of.map(|it| by_label.get(&it)) {
                        None if !has_name => 0,
                        Some(Some(&from)) => from,
                        _ => return None,
                    };
                    Some(Input { from, record, whole, name })
                });
                block.inputs.extend(found);
            }
        }
    }

    /// The block in which something stands.
    fn block_at(&self, at: u32) -> Option<usize> {
        self.blocks.partition_point(|it| it.span.start <= at).checked_sub(1)
    }

    /// What becomes of the function when a block's jump changes and only some of its targets stay; `None` where a value would come
    /// from nowhere.
    pub(super) fn with_jump(&self, at: usize, jump: Edit, stays: impl Fn(usize) -> bool) -> Option<EditSet> {
        let is_kept = |from: usize, to: usize| from != at || stays(to);
        let reached = self.reached(is_kept);
        let mut edits = vec![jump];
        for (to, _) in self.blocks.iter().enumerate().filter(|it| reached[it.0]) {
            edits.extend(self.without_inputs(to, |it| !reached[it.from] || !is_kept(it.from, to))?);
        }
        // All that follows a jump may go: one span, not as many as there are blocks.
        let blocks: Vec<(bool, Span)> =
            reached.into_iter().zip(self.blocks.iter().map(|it| it.span)).collect();
        for run in blocks.chunk_by(|a, b| a.0 == b.0).filter(|it| !it[0].0) {
            edits.push(Edit::delete(self.id, Span::new(run[0].1.start, run[run.len() - 1].1.end)));
        }
        Some(edits.into_iter().collect())
    }

    /// Which blocks are run from the first on, when some jumps are no more.
    fn reached(&self, is_kept: impl Fn(usize, usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.blocks.len()];
        let mut open = vec![0];
        while let Some(at) = open.pop() {
            if !std::mem::replace(&mut reached[at], true) {
                let next = self.blocks[at].targets.iter().map(|it| it.block);
                open.extend(next.filter(|it| is_kept(at, *it) && !reached[*it]));
            }
        }
        reached
    }

    /// The jump of a block.
    pub(super) fn jump(&self, block: usize) -> Option<UnitId> {
        self.blocks[block].records.last().copied()
    }

    /// The name that values from a block say, without its sign.
    pub(super) fn name(&self, view: &View, block: usize) -> Vec<u8> {
        match self.blocks[block].label.and_then(|it| view.definitions(it).next()) {
            Some(label) => text_of(view.file(self.id), label).to_vec(),
            None => self.numbered.to_string().into_bytes(),
        }
    }

    /// Takes what comes from some blocks from all values of a block; `None` where a value would come from nowhere.
    fn without_inputs(&self, block: usize, is_gone: impl Fn(&Input) -> bool) -> Option<Vec<Edit>> {
        let mut edits = Vec::new();
        for of_one in self.blocks[block].inputs.chunk_by(|a, b| a.record == b.record) {
            let first = of_one.iter().position(|it| !is_gone(it))?;
            for (at, input) in of_one.iter().enumerate().filter(|it| is_gone(it.1)) {
                let span = if at < first {
                    Span::new(input.whole.start, of_one[at + 1].whole.start)
                } else {
                    Span::new(of_one[at - 1].whole.end, input.whole.end)
                };
                edits.push(Edit::delete(self.id, span));
            }
        }
        Some(edits)
    }
}

/// A block with a label.
fn section(view: &View, id: FileId, unit: UnitId) -> Option<Block> {
    let file = view.file(id);
    let span = file.unit(unit).span();
    let is_label = |it: &&Definition| it.whole == unit && matches!(it.kind, Kind::Value | Kind::Label);
    let label = view.definitions_in(id, span).iter().find(is_label)?.binding;
    let records = file.children(unit).filter(|it| file.kind_name(*it) == "record").collect();
    Some(Block { label: Some(label), span, records, ..Block::default() })
}

/// What stands in brackets in a record and ends with a comma and a name: all of it, the name, and what that means.
fn inputs<'v>(
    view: &'v View,
    id: FileId,
    record: UnitId,
) -> impl Iterator<Item = (Span, Span, Option<BindingId>)> + 'v {
    let file = view.file(id);
    let (first, end) = view.lexemes_of(id, file.unit(record).span());
    (first..end).filter_map(move |open| {
        let close = view.partner(id, open);
        let reads = |at: usize, is: &[u8]| view.reads(id, at, is);
        if !reads(open, b"[") || close < open + 4 || !reads(close - 3, b",") {
            return None;
        }
        let lexemes = file.lexemes();
        let name = lexemes[close - 1].span;
        let whole = Span::new(lexemes[open].span.start, lexemes[close].span.end);
        let meaning = match view.names.target(Place { file: id, at: close - 1 }) {
            Meaning::Binding(it) => Some(it),
            _ => None,
        };
        Some((whole, name, meaning))
    })
}
