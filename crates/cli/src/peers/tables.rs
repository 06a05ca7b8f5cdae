//! The options of the peers, each with what it is here: one row for each.

use super::Means::{Choice, Instead, Part as Seen, Refused, Unneeded, Words};
use super::{Form, Part, Peer, Row, Values};

/// The peers by name.
pub(super) static ALL: &[&Peer] = &[&CREDUCE, &CVISE, &PERSES, &SHRINKRAY, &TREEREDUCE];

static CREDUCE: Peer = Peer {
    name: "creduce",
    title: "C-Reduce",
    form: Form::ScriptAndFiles,
    usage: "[OPTIONS] TEST FILE...",
    differs: "passes have no schedule, the time limit follows the runs, and the same command goes on where it was stopped",
    options: &[SCRIPTED, CREDUCE_ONLY],
};

static CVISE: Peer = Peer {
    name: "cvise",
    title: "C-Vise",
    form: Form::ScriptAndFiles,
    usage: "[OPTIONS] TEST FILE...  or  [OPTIONS] -c COMMANDS FILE...",
    differs: "passes have no schedule, the time limit follows the runs, and the same command goes on where it was stopped",
    options: &[SCRIPTED, CVISE_ONLY],
};

static PERSES: Peer = Peer {
    name: "perses",
    title: "Perses",
    form: Form::OptionsOnly,
    usage: "[OPTIONS] --test-script TEST --input-file FILE",
    differs: "there is one search instead of a choice of algorithms, and the time limit follows the runs",
    options: &[PERSES_OPTIONS],
};

static SHRINKRAY: Peer = Peer {
    name: "shrinkray",
    title: "Shrink Ray",
    form: Form::CommandAndFile,
    usage: "[OPTIONS] TEST FILE",
    differs: "smaller means fewer tokens, nothing is written to .shrinkray, and the same command goes on where it was stopped",
    options: &[SHRINKRAY_OPTIONS],
};

static TREEREDUCE: Peer = Peer {
    name: "treereduce",
    title: "treereduce",
    form: Form::RestIsCommand,
    usage: "[OPTIONS] -s FILE -- COMMAND...",
    differs: "conditions given together must all hold, and the command runs in a directory of its own",
    options: &[TREEREDUCE_OPTIONS],
};

const NO_SCHEDULE: &str = "there is no schedule of passes";
const NOT_WASTED: &str = "no work in flight is thrown away";
const TIMES: &str = "the lines say what they need to; --json has the time of each event";
const NO_LITTER: &str = "no directories are left; lop --history DIR keeps each improvement";
const SEE_HISTORY: &str = "lop --history DIR keeps each improvement";
const SEE_JSON: &str = "lop --json tells all there is to tell";
const BY_ITSELF: &str = "lop does so by itself";

const fn row(names: &'static [&'static str], values: Values, means: super::Means) -> Row {
    Row { names, values, means }
}

const HELP: Row = row(&["--help", "-h"], Values::None, Seen(Part::Help, "this text"));
const VERSION: Row = row(&["--version"], Values::None, Instead(&["--version"]));

/// What C-Reduce and C-Vise have in common.
static SCRIPTED: &[Row] = &[
    HELP,
    VERSION,
    row(&["--n", "-n"], Values::One, Words(&["--jobs", "{}"])),
    row(&["--timeout"], Values::One, Words(&["--timeout", "{}"])),
    row(&["--tidy"], Values::None, Seen(Part::NoBackup, "the backup goes when the run is over")),
    row(&["--sllooww"], Values::None, Words(&["--effort", "thorough"])),
    row(
        &["--also-interesting"],
        Values::One,
        Seen(Part::AlsoInteresting, "what the test ends with X about is kept in NAME_extra_* where you are"),
    ),
    row(&["--not-c"], Values::None, Unneeded("the language of FILE decides what is tried")),
    row(&["--max-improvement"], Values::One, Unneeded("steps are as large as they can be")),
    row(&["--skip-initial-passes"], Values::None, Unneeded(NO_SCHEDULE)),
    row(&["--no-give-up"], Values::None, Unneeded("a search ends when all has been tried")),
    row(&["--no-cache"], Values::None, Unneeded("nothing is asked twice")),
    row(&["--print-diff"], Values::None, Unneeded(SEE_HISTORY)),
    row(&["--save-temps"], Values::None, Unneeded(NO_LITTER)),
    row(&["--skip-key-off"], Values::None, Unneeded("keys work on a terminal only")),
    row(&["--die-on-pass-bug"], Values::None, Unneeded("passes only propose")),
    row(&["--shaddap"], Values::None, Unneeded("passes only propose")),
    row(&["--debug"], Values::None, Unneeded(SEE_JSON)),
];

static CREDUCE_ONLY: &[Row] = &[
    row(&["--timing"], Values::None, Unneeded(TIMES)),
    row(&["--abs-timing"], Values::None, Unneeded(TIMES)),
    row(&["--no-kill"], Values::None, Unneeded(NOT_WASTED)),
    row(&["--no-default-passes"], Values::None, Seen(Part::NoPasses, "only what --add-pass names: --passes")),
    row(&["--add-pass"], Values::Three, Seen(Part::AddPass, "behind --no-default-passes: --passes X::Y")),
    row(&["--remove-pass"], Values::OneOrTwo, Seen(Part::RemovePass, "--skip X::Y")),
];

static CVISE_ONLY: &[Row] = &[
    row(&["--commands", "-c"], Values::One, Seen(Part::Line, "the test as a line for the shell")),
    row(&["--shell"], Values::One, Seen(Part::Shell, "the shell for it, else bash")),
    row(&["--remove-pass"], Values::One, Words(&["--skip", "{}"])),
    row(&["--start-with-pass"], Values::One, Unneeded(NO_SCHEDULE)),
    row(&["--list-passes"], Values::None, Instead(&["passes", "--creduce"])),
    row(
        &["--pass-group"],
        Values::One,
        Choice(&[
            ("all", &[]),
            ("no-interleaving", &[]),
            ("opencl-120", &[]),
            ("delta", &["--passes", "lines"]),
            ("binary", &[]),
        ]),
    ),
    row(
        &["--pass-group-file"],
        Values::One,
        Refused("lop has no schedule: name passes with --passes LIST or --skip LIST"),
    ),
    row(
        &["--stopping-threshold"],
        Values::One,
        Seen(Part::Threshold, "--until BYTES: when this share of the file is gone"),
    ),
    row(&["--skip-after-n-transforms"], Values::One, Unneeded(NO_SCHEDULE)),
    row(
        &["--skip-interestingness-test-check", "-s"],
        Values::None,
        Unneeded("the original is always asked about"),
    ),
    row(&["--to-utf8"], Values::None, Unneeded("a file may hold any bytes")),
    row(&["--renaming"], Values::None, Unneeded("names are shortened with --sllooww")),
    row(&["--clang-delta-std"], Values::One, Unneeded("Clang is not asked")),
    row(&["--clang-delta-preserve-routine"], Values::One, Unneeded("lop --protect REGEX keeps what matches")),
    row(&["--log-level"], Values::One, Choice(&[("ERROR", &["--quiet"]), ("*", &[])])),
    row(&["--log-file"], Values::One, Unneeded("standard error has what there is to tell")),
    row(&["--no-timing"], Values::None, Unneeded(TIMES)),
    row(&["--timestamp"], Values::None, Unneeded(TIMES)),
    row(&["--action"], Values::One, Choice(&[("reduce", &[])])),
    row(&["--hints-file"], Values::One, Refused("lop reads no hints")),
    row(&["--hint-begin-index"], Values::One, Refused("lop reads no hints")),
    row(&["--hint-end-index"], Values::One, Refused("lop reads no hints")),
];

const ONE_SEARCH: &str = "there is one search";
const ONE_CACHE: &str = "nothing is asked twice";
const THOROUGH: super::Means = Choice(&[("true", &["--effort", "thorough"]), ("*", &[])]);

static PERSES_OPTIONS: &[Row] = &[
    HELP,
    VERSION,
    row(&["--test-script", "--test", "-t"], Values::One, Seen(Part::Test, "the test")),
    row(&["--input-file", "--input", "-i"], Values::One, Seen(Part::File, "the file")),
    row(
        &["--output-dir", "-o"],
        Values::One,
        Seen(Part::OutputDirectory, "-o X/FILE; else perses_result beside FILE"),
    ),
    row(&["--output-file"], Values::One, Seen(Part::Output, "-o X")),
    row(
        &["--deps"],
        Values::One,
        Refused("name all files, and what is not to change: lop FILE X --keep X -- ./test.sh"),
    ),
    row(&["--threads"], Values::One, Choice(&[("auto", &[]), ("*", &["--jobs", "{}"])])),
    row(&["--script-execution-timeout-in-seconds"], Values::One, Words(&["--timeout", "{}"])),
    row(
        &["--script-execution-keep-waiting-after-timeout"],
        Values::Bool,
        Unneeded("a test that takes too long is killed with all it has started"),
    ),
    row(&["--call-formatter"], Values::Bool, Choice(&[("true", &["--format"]), ("*", &[])])),
    row(&["--format-cmd"], Values::One, Choice(&[("", &[])])),
    row(&["--code-format"], Values::One, Unneeded("blanks are cut where the test allows it")),
    row(&["--keep-original-code-format"], Values::Bool, Unneeded("blanks are cut where the test allows it")),
    row(&["--fixpoint"], Values::Bool, Unneeded(BY_ITSELF)),
    row(&["--call-creduce"], Values::Bool, Unneeded("what C-Reduce does is in the search")),
    row(&["--creduce-cmd"], Values::One, Unneeded("what C-Reduce does is in the search")),
    row(&["--alg"], Values::One, Unneeded(ONE_SEARCH)),
    row(&["--list-algs"], Values::None, Instead(&["--list-passes"])),
    row(&["--default-delta-debugger-for-kleene"], Values::One, Unneeded(ONE_SEARCH)),
    row(&["--enable-token-slicer"], Values::Bool, Unneeded(BY_ITSELF)),
    row(&["--enable-tree-slicer"], Values::Bool, Unneeded(BY_ITSELF)),
    row(&["--enable-line-slicer"], Values::Bool, Unneeded(BY_ITSELF)),
    row(&["--enable-trec"], Values::Bool, THOROUGH),
    row(&["--enable-vulcan"], Values::Bool, THOROUGH),
    row(&["--vulcan-fixpoint"], Values::Bool, Unneeded(BY_ITSELF)),
    row(&["--non-deletion-iteration-limit"], Values::One, Unneeded(ONE_SEARCH)),
    row(&["--window-size"], Values::One, Unneeded(ONE_SEARCH)),
    row(&["--query-caching"], Values::One, Unneeded(ONE_CACHE)),
    row(&["--query-cache-type"], Values::One, Unneeded(ONE_CACHE)),
    row(&["--edit-caching"], Values::Bool, Unneeded(ONE_CACHE)),
    row(
        &["--global-cache-file"],
        Values::One,
        Unneeded("a run that is given again goes on where it was stopped"),
    ),
    row(&["--progress-dump-file"], Values::One, Unneeded(SEE_JSON)),
    row(&["--stat-dump-file"], Values::One, Unneeded("lop --report PAGE.html and --stats have the numbers")),
    row(&["--lang"], Values::One, Words(&["--language", "{}"])),
    row(&["--list-langs"], Values::None, Instead(&["--list-languages"])),
    row(
        &["--language-ext-jars"],
        Values::One,
        Refused("lop reads no grammars of ANTLR; without a grammar a file is text"),
    ),
    row(
        &["--parser-facade-class-name"],
        Values::One,
        Refused("lop reads no grammars of ANTLR; name one of ours with --lang"),
    ),
    row(
        &["--verbosity"],
        Values::One,
        Choice(&[("SEVERE", &["--quiet"]), ("OFF", &["--quiet"]), ("*", &[])]),
    ),
];

const NO_MODEL: &str = "lop asks no language model";

static SHRINKRAY_OPTIONS: &[Row] = &[
    HELP,
    VERSION,
    row(&["--parallelism"], Values::One, Choice(&[("0", &[]), ("*", &["--jobs", "{}"])])),
    row(&["--timeout"], Values::One, Choice(&[("0", &[]), ("-1", &[]), ("*", &["--timeout", "{}"])])),
    row(&["--memory-limit"], Values::One, Choice(&[("0", &[]), ("*", &["--memory", "{}"])])),
    row(
        &["--input-type"],
        Values::One,
        Seen(Part::InputType, "all: @@, also as standard input; arg: @@; stdin: --stdin; basename"),
    ),
    row(&["--backup"], Values::One, Seen(Part::Backup, "the name of the backup, else FILE.bak")),
    row(&["--formatter"], Values::One, Choice(&[("none", &[]), ("default", &["--format"])])),
    row(&["--volume"], Values::One, Choice(&[("quiet", &["--quiet"]), ("*", &[])])),
    row(&["--ui"], Values::One, Choice(&[("basic", &["--progress", "plain"]), ("*", &[])])),
    row(&["--theme"], Values::One, Unneeded("lop has one, and --no-color")),
    row(
        &["--also-interesting"],
        Values::One,
        Seen(Part::AlsoInteresting, "as with creduce; none unless it is said"),
    ),
    row(
        &["--trivial-is-not-error"],
        Values::None,
        Seen(Part::TrivialIsFine, "a result of a byte or none is fine"),
    ),
    row(&["--trivial-is-error"], Values::None, Unneeded("it is unless --trivial-is-not-error")),
    row(&["--in-place"], Values::None, Refused("lop runs each test in a directory of its own")),
    row(&["--not-in-place"], Values::None, Unneeded("lop runs each test in a directory of its own")),
    row(
        &["--seed"],
        Values::One,
        Unneeded("nothing is left to chance; lop --deterministic is the same at any number of jobs"),
    ),
    row(
        &["--assume-deterministic"],
        Values::None,
        Unneeded("a yes is asked again only where it is too good to be true"),
    ),
    row(
        &["--exit-on-completion", "--no-exit-on-completion"],
        Values::None,
        Unneeded("lop ends when it is done"),
    ),
    row(&["--history", "--no-history"], Values::None, Unneeded(SEE_HISTORY)),
    row(&["--restart"], Values::None, Words(&["--effort", "thorough"])),
    row(&["--no-restart"], Values::None, Words(&["--no-restart"])),
    row(
        &["--python-reducer", "--no-python-reducer"],
        Values::None,
        Unneeded("Python is reduced like any other language"),
    ),
    row(&["--reduce-with"], Values::One, Words(&["--reducer", "shrinkray:{}"])),
    row(&["--llm", "--no-llm", "--llm-only"], Values::None, Unneeded(NO_MODEL)),
    row(&["--llm-model"], Values::One, Unneeded(NO_MODEL)),
];

static TREEREDUCE_OPTIONS: &[Row] = &[
    HELP,
    row(&["--version", "-V"], Values::None, Instead(&["--version"])),
    row(&["--source", "-s"], Values::One, Seen(Part::File, "the file, else standard input")),
    row(&["--output", "-o"], Values::One, Seen(Part::Output, "-o X, else treereduce.out")),
    row(&["--jobs", "-j"], Values::One, Words(&["--jobs", "{}"])),
    row(&["--interesting-exit-code"], Values::One, Words(&["--exit-code", "{}"])),
    row(&["--interesting-stdout"], Values::One, Words(&["--stdout", "{}"])),
    row(&["--interesting-stderr"], Values::One, Words(&["--stderr", "{}"])),
    row(&["--uninteresting-stdout"], Values::One, Words(&["--not-stdout", "{}"])),
    row(&["--uninteresting-stderr"], Values::One, Words(&["--not-stderr", "{}"])),
    row(&["--timeout"], Values::One, Words(&["--timeout", "{}"])),
    row(&["--fast"], Values::None, Words(&["--effort", "quick"])),
    row(&["--slow"], Values::None, Words(&["--effort", "thorough"])),
    row(&["--stats"], Values::None, Words(&["--stats"])),
    row(&["--json"], Values::None, Words(&["--json"])),
    row(&["--quiet", "-q"], Values::None, Words(&["--quiet"])),
    row(&["--verbose", "-v"], Values::None, Unneeded(SEE_JSON)),
    row(&["--on-parse-error"], Values::One, Unneeded("what does not parse is reduced, too")),
    row(&["--passes"], Values::One, Unneeded(BY_ITSELF)),
    row(&["--min-reduction"], Values::One, Unneeded("all sizes are tried, the largest first")),
    row(&["--stable"], Values::None, Unneeded(BY_ITSELF)),
    row(&["--no-verify"], Values::None, Unneeded("the original is always asked about")),
    row(&["--inherit-stdout"], Values::None, Unneeded("lop check shows what the test prints")),
    row(&["--inherit-stderr"], Values::None, Unneeded("lop check shows what the test prints")),
    row(&["--temp-dir"], Values::One, Unneeded("TMPDIR says where")),
];
