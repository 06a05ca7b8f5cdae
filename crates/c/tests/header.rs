//! `include/lop.h` is what the sources say.

use std::fs;
use std::path::Path;

#[test]
fn the_header_is_what_the_sources_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(root.join("cbindgen.toml")).unwrap();
    let bindings = cbindgen::Builder::new().with_config(config).with_src(root.join("src/lib.rs")).generate();
    let mut header = Vec::new();
    bindings.unwrap().write(&mut header);
    let path = root.join("include/lop.h");
    if std::env::var_os("UPDATE").is_some() {
        fs::write(&path, &header).unwrap();
    }
    let committed = fs::read(&path).unwrap_or_default();
    assert!(committed == header, "UPDATE=1 cargo test -p lop-c --test header writes include/lop.h again");
}
