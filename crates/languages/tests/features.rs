//! The table has the languages whose features are on, and no others.

#[test]
fn a_language_is_in_the_table_where_its_feature_is_on() {
    let wanted = [
        ("c", cfg!(feature = "c")),
        ("json", cfg!(feature = "json")),
        ("rust", cfg!(feature = "rust")),
        ("tsx", cfg!(feature = "tsx")),
    ];
    for (name, is_on) in wanted {
        assert_eq!(lop_languages::by_name(name).is_some(), is_on, "{name}");
        assert_eq!(lop_languages::left_out(name), (!is_on).then_some(name));
    }
}
