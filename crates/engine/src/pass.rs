//! A pass: a named generator of edits. It proposes; the search disposes.
//!
//! A pass never sees the oracle, keeps no state and is deterministic: the same document gives the same sites. It must
//! not loop to a fixpoint of its own: after a success it is asked again, on the new document. Too much success means
//! that it is too timid, none at all that it guesses.

use std::collections::BTreeMap;

use crate::document::{Document, UnitId};
use crate::edit::{Edit, EditSet, FileId, Span};

/// A named generator of edits: one row of the table in [`crate::passes`].
///
/// ```
/// let hoist = lop_engine::passes::ALL.iter().find(|it| it.name == "hoist").expect("there is one");
/// assert_eq!((hoist.stage, hoist.tier), (lop_engine::Stage::Main, lop_engine::Tier::Grammar));
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct Pass {
    /// Kebab-case, verb first: the name in `--passes`, in statistics and in the book.
    pub name: &'static str,
    /// One line for `--list-passes`.
    pub summary: &'static str,
    /// When it runs.
    pub stage: Stage,
    /// What its edits do to the syntax.
    pub tier: Tier,
    /// Where it looks.
    #[doc(hidden)]
    pub propose: Propose,
}

/// When a pass runs. A stage begins when the ones before it have stalled; any success in it leads back to the first.
///
/// ```
/// use lop_engine::{Effort, Stage, passes};
///
/// assert!(passes::of(Effort::Quick).iter().all(|it| it.stage <= Stage::Main));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// First of all in a project, and again whenever half of it has gone: which of its files stay.
    Tree,
    /// Then, or first of all, and only in large files: what can be seen without a tree.
    Bulk,
    /// Then, or first of all, and again whenever half of the document has gone: what can be done everywhere at once.
    Mass,
    /// After it: one search through the whole of the document.
    Coarse,
    /// Big steps first: large units, lines, blocks, and definitions that go with all that names them.
    Main,
    /// Small steps once the big ones have stalled: tokens, windows, literals, names.
    Fine,
    /// Then: blanks, paths, and looks.
    Polish,
    /// Many questions and few answers: only in a thorough run.
    Deep,
    /// Steps that may make the text larger: those that do begin an excursion.
    Grow,
    /// Last of all, and not in a quick run: what is worth bytes alone, and is another text to all that was asked.
    Finish,
    /// The proof that nothing more can go; the search's own.
    Certify,
}

impl Stage {
    /// The stage that follows when this one has stalled.
    ///
    /// ```
    /// # use lop_engine::Stage;
    /// assert_eq!(Stage::Main.next(), Some(Stage::Fine));
    /// assert_eq!(Stage::Certify.next(), None);
    /// ```
    pub const fn next(self) -> Option<Stage> {
        match self {
            Stage::Tree => Some(Stage::Bulk),
            Stage::Bulk => Some(Stage::Mass),
            Stage::Mass => Some(Stage::Coarse),
            Stage::Coarse => Some(Stage::Main),
            Stage::Main => Some(Stage::Fine),
            Stage::Fine => Some(Stage::Polish),
            Stage::Polish => Some(Stage::Deep),
            Stage::Deep => Some(Stage::Grow),
            Stage::Grow => Some(Stage::Finish),
            Stage::Finish => Some(Stage::Certify),
            Stage::Certify => None,
        }
    }
}

/// Where a run stops.
///
/// ```
/// use lop_engine::Effort;
///
/// assert!(Effort::Quick < Effort::Normal && Effort::Normal < Effort::Thorough);
/// assert_eq!(Effort::default(), Effort::Normal);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Effort {
    /// When the big steps have stalled.
    Quick,
    /// When the small steps have stalled too.
    #[default]
    Normal,
    /// When even the steps that hardly ever succeed have been tried.
    Thorough,
}

/// What a pass's edits do to the syntax; the first expectation of how often they succeed.
///
/// ```
/// use lop_engine::{Tier, passes};
///
/// let lines = passes::ALL.iter().find(|it| it.name == "delete-lines").expect("there is one");
/// assert_eq!(lines.tier, Tier::Text);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Tier {
    /// Right by the grammar's facts; asked without a re-parse.
    Grammar,
    /// Asked early if a re-parse says that no error is added, late otherwise.
    Parsed,
    /// Text: asked whatever the tree says.
    Text,
}

/// Where a pass looks.
#[derive(Debug, Clone, Copy)]
pub enum Propose {
    /// Called for each unit that is still alive when its turn comes, heaviest first. Proposes what can be done to the
    /// unit's children and to the unit as a whole, never to deeper descendants' own children.
    Unit(fn(&Document, FileId, UnitId, &mut Sites)),
    /// Called once per file and round; not for the tree file of a project.
    File(fn(&Document, FileId, &mut Sites)),
    /// The same, for steps that only put what is there in another order: what they make needless may stand anywhere.
    Order(fn(&Document, FileId, &mut Sites)),
    /// Called once per file and round, and in small documents again after each success, with the edits that have been made
    /// since the snapshot: what they leave behind.
    Follow {
        /// What is called once.
        propose: fn(&Document, FileId, &mut Sites),
        /// What is called again.
        follow: fn(&Document, FileId, &EditSet, &mut Sites),
    },
    /// Called once per round.
    Document(fn(&Document, &mut Sites)),
    /// Called once per round, too.
    Outside(&'static dyn Outside),
}

/// Somebody outside of the engine who proposes, such as another program. It may take its time, and need not be deterministic:
/// then the run is not. The search believes nothing of it but that its spans are those of the document.
///
/// ```
/// use lop_engine::internal::{Document, FileId};
/// use lop_engine::{Outside, Pass, Reduction, Sites, Span, Stage, oracle};
///
/// #[derive(Debug)]
/// struct Halves;
/// impl Outside for Halves {
///     fn propose(&self, document: &Document, sites: &mut Sites) {
///         let len = document.file(FileId(0)).text.len() as u32;
///         sites.delete(FileId(0), Span::new(len / 2, len));
///     }
/// }
/// static PASS: Pass = Pass::outside("delete-half", "deletes the second half", Stage::Main, &Halves);
/// let outcome = Reduction::new([*b"bug and more"]).passes([&PASS]).run(&oracle::from_bytes(|it| it.starts_with(b"bug")))?;
/// assert_eq!(&*outcome.files[0], b"bug");
/// # Ok::<(), lop_engine::ReduceError>(())
/// ```
pub trait Outside: Sync + std::fmt::Debug {
    /// Proposes changes of a document, with spans that lie in it.
    fn propose(&self, document: &Document, sites: &mut Sites);

    /// Proposes what it has beside what it has proposed for this document: asked when nothing else of a round waits, again
    /// and again until nothing comes.
    fn propose_more(&self, document: &Document, sites: &mut Sites) {
        let _ = (document, sites);
    }

    /// Hears whether edits that it has proposed were accepted: those of an alternative, or of several sets of a list.
    fn heard(&self, edits: &EditSet, accepted: bool) {
        let _ = (edits, accepted);
    }
}

impl Pass {
    /// A pass that is not ours.
    pub const fn outside(
        name: &'static str,
        summary: &'static str,
        stage: Stage,
        who: &'static dyn Outside,
    ) -> Pass {
        Pass { name, summary, stage, tier: Tier::Parsed, propose: Propose::Outside(who) }
    }
}

/// The places a pass proposes to change. Sites are independent of each other; the alternatives *within* one compete.
#[derive(Debug, Default)]
pub struct Sites {
    pub(crate) sites: Vec<Site>,
    /// What each set of a site gains, by the number of the site, where somebody has said so.
    stated: BTreeMap<usize, Vec<Option<u32>>>,
}

/// One place a pass proposes to change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Site {
    /// Competing edit sets, tried in this order until one is accepted.
    Alternatives(Vec<EditSet>),
    /// Edit sets that may all go together: searched by halving, from the back.
    List(Vec<EditSet>),
    /// The same, with edits that only go with several of them.
    Coupled(Coupled),
    /// Elements of one file that may all be deleted, with separators that belong to their neighbours.
    Elements(Elements),
    /// Elements of many lists that need each other: searched by halving, from the back.
    Closures(Closures),
}

/// Edit sets that may all go together, and what goes along.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coupled {
    /// What is searched by halving.
    pub sets: Vec<EditSet>,
    /// What goes along.
    pub along: Vec<Along>,
}

/// Edits that nothing stands against, and much speaks for, once certain others are made: such as the deletion of an import
/// without a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Along {
    /// The edits.
    pub edits: EditSet,
    /// The sets that have to be made, by number, in order.
    pub with: Vec<usize>,
}

/// A list in the text: elements and what stands between them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Elements {
    /// The file.
    pub file: FileId,
    /// What may be deleted, in order, disjoint.
    pub elements: Vec<Span>,
    /// The separator after element `i`, or an empty span; as long as `elements`, the last entry being a trailing one.
    /// Empty when the list has no separators.
    pub separators: Vec<Span>,
    /// What goes along when all of the elements inside it have gone, in order, outer before inner; each is tried as a
    /// whole before its elements are tried. Empty when there is nothing of the kind.
    pub around: Vec<Around>,
    /// How many elements must stay.
    pub at_least: usize,
}

/// Pieces of a document that need each other. What is needed stands before who needs it, so whatever is taken off the end
/// leaves a set that needs nothing else.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Closures {
    /// The lists that the pieces are elements of.
    pub lists: Vec<Elements>,
    /// For each piece what goes with it: a list and the index of an element in it.
    pub pieces: Vec<Vec<(usize, usize)>>,
    /// For each piece those that it needs, all of them before it.
    pub needs: Vec<Vec<usize>>,
    /// Of how many pieces a beginning consists at least that is worth asking about.
    pub at_least: usize,
}

/// Something around a run of elements that is not worth having without them, such as the braces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Around {
    /// The whole of it, elements and all.
    pub span: Span,
    /// The first of its elements.
    pub first: usize,
    /// One past the last of its elements.
    pub end: usize,
}

impl Sites {
    /// One span that may go.
    pub fn delete(&mut self, file: FileId, span: Span) {
        self.sites.push(Site::Alternatives(vec![EditSet::delete(file, span)]));
    }

    /// One span that may become something else.
    pub fn replace(&mut self, file: FileId, span: Span, with: impl Into<Box<[u8]>>) {
        self.sites.push(Site::Alternatives(vec![EditSet::replace(file, span, with)]));
    }

    /// Several edits that only make sense together.
    pub fn together(&mut self, edits: impl IntoIterator<Item = Edit>) {
        self.sites.push(Site::Alternatives(vec![edits.into_iter().collect()]));
    }

    /// Competing edit sets for one place, best first.
    pub fn alternatives(&mut self, best_first: Vec<EditSet>) {
        if !best_first.is_empty() {
            self.sites.push(Site::Alternatives(best_first));
        }
    }

    /// Edit sets that may all go together: the search tries all, then halves, from the back.
    pub fn list(&mut self, sets: Vec<EditSet>) {
        if !sets.is_empty() {
            self.sites.push(Site::List(sets));
        }
    }

    /// The same, with edits that only go with several of them.
    pub fn coupled(&mut self, sets: Vec<EditSet>, along: Vec<Along>) {
        if along.is_empty() {
            self.list(sets);
        } else if !sets.is_empty() {
            self.sites.push(Site::Coupled(Coupled { sets, along }));
        }
    }

    /// Spans of one file, in order and disjoint, that may all be deleted together.
    pub fn delete_list(&mut self, file: FileId, spans: Vec<Span>) {
        self.elements(Elements { file, elements: spans, separators: vec![], around: vec![], at_least: 0 });
    }

    /// A list with separators.
    pub fn elements(&mut self, elements: Elements) {
        if elements.elements.len() > elements.at_least {
            self.sites.push(Site::Elements(elements));
        }
    }

    /// Pieces that need each other.
    pub fn closures(&mut self, closures: Closures) {
        if !closures.pieces.is_empty() {
            self.sites.push(Site::Closures(closures));
        }
    }

    /// Says what each set of the latest site gains, in tokens, where that is not what the sets delete: a list or alternatives.
    /// It decides who is asked about first, and where a list is halved.
    pub fn expect(&mut self, gains: Vec<Option<u32>>) {
        if let Some(latest) = self.sites.len().checked_sub(1) {
            self.stated.insert(latest, gains);
        }
    }

    /// A site as it is.
    pub(crate) fn push(&mut self, site: Site) {
        self.sites.push(site);
    }

    /// What was proposed, in order.
    pub fn into_sites(self) -> Vec<Site> {
        self.sites
    }

    /// What was proposed, each with what was said of its gains.
    pub(crate) fn into_stated(mut self) -> impl Iterator<Item = (Site, Vec<Option<u32>>)> {
        self.sites
            .into_iter()
            .enumerate()
            .map(move |(at, it)| (it, self.stated.remove(&at).unwrap_or_default()))
    }
}
