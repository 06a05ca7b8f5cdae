//! How a module of Python is linked, where that takes more than nothing.

fn main() {
    pyo3_build_config::add_extension_module_link_args();
}
