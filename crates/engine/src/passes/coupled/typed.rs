//! What `language.toml` says of values: how one is converted to a type, and what the least of any type is.

use crate::language::Language;

impl Language {
    /// A value converted to a type; `None` where nothing says how.
    pub(super) fn converted(&self, to: &[u8], value: &[u8]) -> Option<Vec<u8>> {
        let cast = self.cast.as_ref()?;
        let (before, behind) = cast.split_once("{type}")?;
        let put = |text: &str| -> Vec<u8> {
            match text.split_once("{value}") {
                Some((before, behind)) => [before.as_bytes(), value, behind.as_bytes()].concat(),
                None => text.into(),
            }
        };
        Some([&put(before)[..], to, &put(behind)[..]].concat())
    }

    /// The least value of a type; `None` where nothing says what that is, or of what type it has to be.
    pub(in crate::passes) fn default_of(&self, meant: Option<&[u8]>) -> Option<Vec<u8>> {
        let default = self.default.as_ref()?;
        let Some((before, behind)) = default.split_once("{type}") else {
            return Some(default.clone().into());
        };
        Some([before.as_bytes(), meant?, behind.as_bytes()].concat())
    }
}
