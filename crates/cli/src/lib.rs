//! The edge of lop: arguments, configuration, reporters and exit codes.

/// Runs the program on the process's own arguments and says how it ended.
pub fn main() -> std::process::ExitCode {
    std::process::ExitCode::SUCCESS
}
