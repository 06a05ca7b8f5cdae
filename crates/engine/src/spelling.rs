//! How a language spells what passes put in: conversions, least values, heirs, functions, closures; and where something has to be left.

use crate::language::Language;
use crate::mentions::Mention;

impl Language {
    /// With the way in which a value is converted to a type: a text with `{type}` and `{value}` in it.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_cast("({type}){value}");
    /// assert!(c.cast.is_some());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_cast(self, cast: impl Into<String>) -> Language {
        Language { cast: Some(cast.into()), ..self }
    }

    /// With the least value of any type: a text, which may have `{type}` in it.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_default("({type}){0}");
    /// assert!(c.default.is_some());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_default(self, default: impl Into<String>) -> Language {
        Language { default: Some(default.into()), ..self }
    }

    /// With what inherits everything from something else and has nothing of its own: a text with `{type}` and `{base}` in it.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_heir("struct {type} { struct {base} base; }");
    /// assert!(c.heir.is_some());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_heir(self, heir: impl Into<String>) -> Language {
        Language { heir: Some(heir.into()), ..self }
    }

    /// With a bound that anything meets.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_any_bound("Sized");
    /// assert!(c.any_bound.is_some());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_any_bound(self, bound: impl Into<String>) -> Language {
        Language { any_bound: Some(bound.into()), ..self }
    }

    /// With what stands in the place of a name for something that is not used.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_ignored("_");
    /// assert!(c.ignored.is_some());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_ignored(self, name: impl Into<String>) -> Language {
        Language { ignored: Some(name.into()), ..self }
    }

    /// With functions outside of types, and the word that they begin with; empty where that is none.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_function("");
    /// assert!(c.function.is_some());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_function(self, function: impl Into<String>) -> Language {
        Language { function: Some(function.into()), ..self }
    }

    /// With what a variable begins with where nothing says its type, instead of `let `.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_variable("auto ");
    /// assert_eq!(c.variable.as_deref(), Some("auto "));
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_variable(self, variable: impl Into<String>) -> Language {
        Language { variable: Some(variable.into()), ..self }
    }

    /// With functions that are values: a text with `{parameters}` in it, brackets and all or without them, and with `{body}`,
    /// or `{value}` where it takes no statements.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_closure("^({parameters}) {body}");
    /// assert!(c.closure.is_some());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_closure(self, closure: impl Into<String>) -> Language {
        Language { closure: Some(closure.into()), ..self }
    }

    /// With what may stand for a mention in place of the file: `NAME` for its name, `TEXT` for the text of the file.
    ///
    /// ```
    /// # use lop_engine::{Language, Mention};
    /// let include = Mention::new("#include <PATH>").expect("it has a hole");
    /// Language::new("c", tree_sitter_c::LANGUAGE)?.with_inlined(include, "TEXT");
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_inlined(mut self, mention: Mention, with: impl Into<String>) -> Language {
        self.inlined.push((mention, with.into()));
        self
    }

    /// With functions that are blocks with jumps between them: how one jumps to `{label}`, a name with its sign.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_jump("goto {label};");
    /// assert!(c.jump.is_some());
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_jump(self, jump: impl Into<String>) -> Language {
        Language { jump: Some(jump.into()), ..self }
    }

    /// With line breaks that are no more than blanks between brackets, and end statements elsewhere.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_joining_brackets();
    /// assert!(c.brackets_join);
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_joining_brackets(self) -> Language {
        Language { brackets_join: true, ..self }
    }

    /// With compilers that take a variable or an import that nothing uses for an error: it goes along with its last use.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_unused_refused();
    /// assert!(c.refuses_unused);
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_unused_refused(self) -> Language {
        Language { refuses_unused: true, ..self }
    }

    /// With the type of a value before its name where it is used, as in `ret i32 %a`.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_typed_uses();
    /// assert!(c.typed_uses);
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_typed_uses(self) -> Language {
        Language { typed_uses: true, ..self }
    }

    /// With a kind of nodes of which compilers want that they hold something, though the grammar takes them empty: their lists keep
    /// an element.
    ///
    /// ```
    /// # use lop_engine::Language;
    /// let c = Language::new("c", tree_sitter_c::LANGUAGE)?.with_nonempty("compound_statement");
    /// assert_eq!(c.nonempty, ["compound_statement"]);
    /// # Ok::<(), lop_engine::LanguageError>(())
    /// ```
    #[must_use]
    pub fn with_nonempty(mut self, kind: impl Into<String>) -> Language {
        self.nonempty.push(kind.into());
        self
    }
}
