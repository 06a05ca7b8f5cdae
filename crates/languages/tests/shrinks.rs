//! Each language's sample shrinks to nothing when everything is interesting.

use std::path::Path;
use std::sync::Arc;

use lop_engine::{Reduction, oracle};

fn sample(folder: &Path) -> Option<std::path::PathBuf> {
    let files = std::fs::read_dir(folder).ok()?.filter_map(|it| Some(it.ok()?.path()));
    files.into_iter().find(|it| it.file_stem().is_some_and(|it| it == "sample"))
}

#[test]
fn the_sample_of_each_folder_shrinks_to_nothing_under_an_oracle_that_says_yes() {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/grammars"));
    for language in lop_languages::all() {
        let path = sample(&root.join(language.name)).expect("each folder has a sample");
        let text: Arc<[u8]> = std::fs::read(&path).expect("the sample can be read").into();
        let reduction = Reduction::new([text]).language(0, lop_languages::by_name(language.name));
        let outcome = reduction.run(&oracle::from_bytes(|_| true)).expect("everything is interesting");
        assert!(outcome.files[0].is_empty(), "{}: {:?}", language.name, outcome.files[0]);
    }
}
