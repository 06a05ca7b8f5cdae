//! The `lop` binary: hands the command line to the cli crate and its outcome to the operating system.

fn main() -> std::process::ExitCode {
    lop_cli::main()
}
