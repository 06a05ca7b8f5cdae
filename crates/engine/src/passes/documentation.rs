//! What the file of each pass says about it, as the build script has read it: pairs of name and text.

include!(concat!(env!("OUT_DIR"), "/passes.rs"));
