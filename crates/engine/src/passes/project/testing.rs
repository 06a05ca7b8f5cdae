//! What the tests of passes over projects share: projects in C, and what a pass makes of them.

use std::sync::Arc;

use crate::document::Document;
use crate::edit::EditSet;
use crate::language::Language;
use crate::mentions::Mention;
use crate::pass::{Pass, Propose, Site, Sites};

/// A project of these files; those of C include each other.
pub(super) fn project(files: &[(&str, &str)]) -> Document {
    let include = || Mention::new("#include \"PATH\"").expect("a template");
    let c = Language::new("c", tree_sitter_c::LANGUAGE).expect("the parser is of this age");
    let c = Arc::new(c.with_mention(include()).with_inlined(include(), "TEXT"));
    let tree: String = files.iter().flat_map(|it| [it.0, "\n"]).collect();
    let is_c = |path: &str| matches!(path.rsplit('.').next(), Some("c" | "h"));
    let texts = files.iter().map(|it| (Arc::from(it.1.as_bytes()), is_c(it.0).then(|| c.clone())));
    Document::parse(std::iter::once((Arc::from(tree.as_bytes()), None)).chain(texts)).project()
}

/// What `pass` proposes.
pub(super) fn sites(pass: &Pass, document: &Document) -> Vec<Site> {
    let Propose::Document(propose) = pass.propose else { panic!("{} looks at files", pass.name) };
    let mut sites = Sites::default();
    propose(document, &mut sites);
    sites.into_sites()
}

/// What `pass` makes of a project: all files, one behind the other; of a list first all of it.
pub(super) fn after(pass: &Pass, document: &Document) -> Vec<String> {
    let sets = sites(pass, document).into_iter().flat_map(|it| match it {
        Site::Alternatives(sets) => sets,
        Site::List(sets) => {
            let all = sets.iter().fold(EditSet::new(), |all, it| all.merge(it));
            std::iter::once(all).chain(sets).collect()
        }
        Site::Coupled(_) | Site::Elements(_) | Site::Closures(_) => Vec::new(),
    });
    let text = |set: &EditSet| {
        let each = document.file_ids().map(|it| document.render(it, set).expect("nothing is protected").0);
        String::from_utf8(each.collect::<Vec<_>>().join(&b"\n--\n"[..])).expect("utf-8")
    };
    sets.map(|it| text(&it)).collect()
}
