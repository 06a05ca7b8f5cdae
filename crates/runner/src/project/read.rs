//! Reads a project from disk: walks its directory, tells texts from what is only to be there or not, and lays down where it
//! will be in a scratch directory.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use ignore::WalkBuilder;
use lop_engine::{Entry, Tree};
use lop_oracle::project::{Body, Pristine, Project, Stock};

use super::select::{Part, Rules, Selection, is_made};
use super::{Inputs, Original};
use crate::failure::Failure;
use crate::number::counted;

/// A file with a NUL in so many first bytes is not text, as for git.
const LOOKED_AT: u64 = 8000;

/// A larger file is not looked into, so that it stays or goes as a whole.
const LARGEST: u64 = 64 << 20;

/// The most files that a document may have beside its tree file.
const MOST: usize = u16::MAX as usize - 1;

/// How many names a note tells.
const TOLD: usize = 5;

/// Reads what the user named. Nothing of it is changed, and nothing is read through a link.
pub fn read(inputs: &Inputs, selection: &Selection) -> Result<Original, Failure> {
    let here = std::env::current_dir().map_err(|it| unreadable(Path::new("."), it))?;
    let place = Place::of(inputs, selection.runs_in.as_deref().unwrap_or(&here))?;
    let rules = Rules::new(selection, &place.root)?;
    let mut found = match inputs {
        Inputs::Directory(_) => walk(&place.root, &rules)?,
        Inputs::Files(paths) => named(paths)?,
    };
    if rules.want_more() {
        find_more(&place.root, &rules, &mut found)?;
    }
    if found.files.len() > MOST {
        return Err(wrong_number(found.files.len(), inputs.path()));
    }
    let mut reader = Reader::new(place.root.clone(), &found)?;
    for it in &found.files {
        reader.take(it).map_err(|error| unreadable(&it.path, error))?;
    }
    reader.project.env.clone_from(&selection.env);
    reader.project.caches.clone_from(&selection.caches);
    reader.finish(place, inputs, &found)
}

/// Where a project is on disk and in a scratch directory.
struct Place {
    root: PathBuf,
    in_scratch: PathBuf,
    directory: PathBuf,
}

impl Place {
    /// The same place, seen from where the user is: a test finds its way in the copy as in the original.
    fn of(inputs: &Inputs, here: &Path) -> Result<Place, Failure> {
        let real = |it: &Path| fs::canonicalize(it).map_err(|error| unreadable(it, error));
        let here = real(here)?;
        let root = match inputs {
            Inputs::Directory(path) => real(path)?,
            Inputs::Files(paths) => {
                let mut root = here.clone();
                for path in paths {
                    let path = located(path)?;
                    while !path.starts_with(&root) {
                        root.pop();
                    }
                }
                root
            }
        };
        let name = PathBuf::from(root.file_name().unwrap_or("root".as_ref()));
        let (in_scratch, directory) = match (inputs, here.strip_prefix(&root)) {
            (Inputs::Files(_), Ok(inner)) => (PathBuf::new(), inner.to_owned()),
            (_, Ok(inner)) => (name.clone(), name.join(inner)),
            (Inputs::Directory(path), _) if is_below(path) => {
                (path.components().filter(|it| *it != Component::CurDir).collect(), PathBuf::new())
            }
            _ => (name, PathBuf::new()),
        };
        Ok(Place { root, in_scratch, directory })
    }
}

/// A file by the name that the user gave, which may be a link, in its directory as it is.
fn located(path: &Path) -> Result<PathBuf, Failure> {
    let parent = path.parent().filter(|it| !it.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let parent = fs::canonicalize(parent).map_err(|it| unreadable(parent, it))?;
    Ok(parent.join(path.file_name().unwrap_or_default()))
}

/// True for a path that leads downwards only.
fn is_below(path: &Path) -> bool {
    path.components().all(|it| matches!(it, Component::Normal(_) | Component::CurDir))
}

/// What a walk has found, in the order of the document.
#[derive(Default)]
struct Found {
    files: Vec<Item>,
    empty: Vec<PathBuf>,
    left_out: Vec<String>,
}

struct Item {
    path: PathBuf,
    meta: Metadata,
    part: Part,
}

/// Everything in a directory that is not left out.
fn walk(root: &Path, rules: &Rules) -> Result<Found, Failure> {
    let mut walker = WalkBuilder::new(root);
    walker.hidden(false).ignore(false).git_global(false).require_git(false).follow_links(false);
    walker.add_custom_ignore_filename(".lopignore").sort_by_file_name(Ord::cmp);
    walker.filter_entry(|it| {
        it.depth() == 0 || !it.file_type().is_some_and(|it| it.is_dir()) || !is_made(it.path())
    });
    let mut found = Found::default();
    let mut directories: BTreeMap<PathBuf, bool> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    for entry in walker.build() {
        let entry = entry.map_err(|it| Failure::usage("the project cannot be read").because(it))?;
        let path = entry.path();
        let meta = fs::symlink_metadata(path).map_err(|it| unreadable(path, it))?;
        if entry.depth() > 0 {
            seen.insert(path.to_owned());
            if rules.is_ignored(path, meta.is_dir()) {
                continue;
            }
            directories.insert(entry.path().parent().unwrap_or(root).to_owned(), true);
        }
        if meta.is_dir() {
            directories.entry(path.to_owned()).or_default();
        } else {
            found.take(path, meta, rules.part(path));
        }
    }
    found.empty = directories.iter().filter(|it| !*it.1 && *it.0 != *root).map(|it| it.0.clone()).collect();
    for directory in directories.keys() {
        let all = fs::read_dir(directory).into_iter().flatten().flatten().map(|it| it.path());
        let out =
            all.filter(|it| !seen.contains(it) && !rules.is_ignored(it, it.is_dir()) && !rules.is_wanted(it));
        found.left_out.extend(out.map(|it| shown(&it, root)));
    }
    Ok(found)
}

/// The files that the user has named, each once.
fn named(paths: &[PathBuf]) -> Result<Found, Failure> {
    let mut found = Found::default();
    for path in paths {
        let path = located(path)?;
        let meta = fs::symlink_metadata(&path).map_err(|it| unreadable(&path, it))?;
        if found.files.iter().any(|it| it.path == path) {
            continue;
        }
        found.take(&path, meta, Part::Reduced);
    }
    Ok(found)
}

/// What is there only because it was asked for.
fn find_more(root: &Path, rules: &Rules, found: &mut Found) -> Result<(), Failure> {
    let there: BTreeSet<PathBuf> = found.files.iter().map(|it| it.path.clone()).collect();
    let mut walker = WalkBuilder::new(root);
    walker.standard_filters(false).follow_links(false).sort_by_file_name(Ord::cmp);
    for entry in walker.build() {
        let entry = entry.map_err(|it| Failure::usage("the project cannot be read").because(it))?;
        let path = entry.path();
        let meta = fs::symlink_metadata(path).map_err(|it| unreadable(path, it))?;
        if !meta.is_dir() && !there.contains(path) && rules.is_wanted(path) {
            found.take(path, meta, Part::Beside);
        }
    }
    let files = &found.files;
    found.empty.retain(|empty| !files.iter().any(|it| it.path.starts_with(empty)));
    Ok(())
}

impl Found {
    fn take(&mut self, path: &Path, meta: Metadata, part: Part) {
        let kind = meta.file_type();
        if !(kind.is_file() || kind.is_symlink()) {
            self.left_out.push(path.file_name().unwrap_or_default().to_string_lossy().into_owned());
        } else if part != Part::Out {
            self.files.push(Item { path: path.to_owned(), meta, part });
        }
    }
}

/// Makes a document of files, one after the other.
struct Reader {
    root: PathBuf,
    entries: Vec<Entry>,
    files: Vec<Arc<[u8]>>,
    kept: BTreeSet<usize>,
    project: Project,
    pristine: Pristine,
    /// The files that have other names, by device and number.
    names: HashMap<(u64, u64), usize>,
}

impl Reader {
    fn new(root: PathBuf, found: &Found) -> Result<Reader, Failure> {
        let bytes = found.files.iter().map(|it| it.meta.len()).sum();
        let no_room = |it: io::Error| {
            Failure::usage("the project cannot be copied")
                .because(it)
                .help("make room, or set TMPDIR to a directory with room")
        };
        Ok(Reader {
            root,
            entries: Vec::new(),
            files: Vec::new(),
            kept: BTreeSet::new(),
            project: Project { bytes, ..Project::default() },
            pristine: Pristine::new(bytes).map_err(no_room)?,
            names: HashMap::new(),
        })
    }

    fn take(&mut self, it: &Item) -> io::Result<()> {
        let entry = Entry::File(self.relative(&it.path).into());
        let mode = it.meta.permissions().mode() & 0o777;
        if it.part == Part::Beside {
            let body = if it.meta.is_symlink() { self.link(&it.path)? } else { self.copy(&it.path)? };
            self.project.kept.push((entry, Stock { mode, body }));
            return Ok(());
        }
        let file = self.files.len() + 1;
        let known = (it.meta.dev(), it.meta.ino());
        let (body, text) = if it.meta.is_symlink() {
            (self.link(&it.path)?, Vec::new())
        } else if let Some(first) = self.names.get(&known) {
            (Body::Name(*first), Vec::new())
        } else {
            if it.meta.nlink() > 1 {
                self.names.insert(known, file);
            }
            match text(&it.path)? {
                Some(text) => (Body::Text, text),
                None => (self.copy(&it.path)?, Vec::new()),
            }
        };
        if it.part == Part::Kept {
            self.kept.insert(file);
        }
        self.entries.push(entry);
        self.files.push(text.into());
        self.project.files.push(Stock { mode, body });
        Ok(())
    }

    fn copy(&mut self, path: &Path) -> io::Result<Body> {
        self.pristine.add(path).map(|(copy, hash)| Body::Copy(copy, hash))
    }

    /// A link within the project stays within its copy; one that leads out of it leads to where it leads now.
    fn link(&self, path: &Path) -> io::Result<Body> {
        let target = fs::read_link(path)?;
        let parent = path.parent().unwrap_or(&self.root);
        if target.is_absolute() {
            let Ok(inner) = target.strip_prefix(&self.root) else { return Ok(Body::Link(target)) };
            let depth = parent.strip_prefix(&self.root).map_or(0, |it| it.components().count());
            return Ok(Body::Link(std::iter::repeat_n("..", depth).collect::<PathBuf>().join(inner)));
        }
        let mut depth = parent.strip_prefix(&self.root).map_or(0, |it| it.components().count());
        for component in target.components() {
            match component {
                Component::ParentDir if depth == 0 => return Ok(Body::Link(parent.join(target))),
                Component::ParentDir => depth -= 1,
                Component::Normal(_) => depth += 1,
                _ => {}
            }
        }
        Ok(Body::Link(target))
    }

    fn relative(&self, path: &Path) -> Vec<u8> {
        path.strip_prefix(&self.root).unwrap_or(path).as_os_str().as_bytes().to_vec()
    }

    fn finish(mut self, place: Place, inputs: &Inputs, found: &Found) -> Result<Original, Failure> {
        for path in &found.empty {
            self.entries.push(Entry::Directory(self.relative(path).into()));
            self.files.push(Arc::default());
            self.project.files.push(Stock { mode: 0o755, body: Body::Text });
        }
        if self.files.is_empty() || self.files.len() > MOST {
            return Err(wrong_number(self.files.len(), inputs.path()));
        }
        if let Ok(inner) = place.directory.strip_prefix(&place.in_scratch)
            && !inner.as_os_str().is_empty()
        {
            // The test runs there, whatever else is gone.
            let entry = Entry::Directory(inner.as_os_str().as_bytes().into());
            self.project.kept.push((entry, Stock { mode: 0o755, body: Body::Text }));
        }
        if self.kept.len() == self.files.len() {
            return Err(Failure::usage(format!("nothing of {} is to be reduced", inputs.path().display()))
                .because("every file is one that --keep names, or that --only does not")
                .help("see what the globs match: they are read as lines of a .gitignore"));
        }
        let paths: Vec<PathBuf> = self.entries.iter().map(path_of).collect();
        let tree =
            Tree::new(self.entries).map_err(|it| Failure::usage("the project cannot be read").because(it))?;
        if let Inputs::Files(_) = inputs {
            self.project.named = Some((1, paths[0].clone()));
        }
        self.project.origin.clone_from(&place.root);
        self.project.root = place.in_scratch;
        self.project.directory = place.directory;
        self.project.pristine = Some(self.pristine);
        let tree_file = Arc::from(tree.to_text());
        let files = std::iter::once(tree_file).chain(self.files).collect();
        let paths = std::iter::once(PathBuf::new()).chain(paths).collect();
        let notes = told(&found.left_out).into_iter().collect();
        Ok(Original {
            root: place.root,
            files,
            paths,
            kept: self.kept,
            project: Arc::new(self.project),
            notes,
        })
    }
}

/// What a file holds, if it is text and not too large to be looked into.
fn text(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let mut file = File::open(path)?;
    let len = file.metadata()?.len();
    let mut text = Vec::with_capacity(usize::try_from(len.min(LARGEST)).unwrap_or_default());
    file.by_ref().take(LOOKED_AT).read_to_end(&mut text)?;
    if text.contains(&0) || len > LARGEST {
        return Ok(None);
    }
    file.read_to_end(&mut text)?;
    Ok(Some(text))
}

/// What was left out, as a sentence.
fn told(left_out: &[String]) -> Option<String> {
    if left_out.is_empty() {
        return None;
    }
    let mut names = left_out[..left_out.len().min(TOLD)].join(", ");
    if let Some(more @ 1..) = left_out.len().checked_sub(TOLD) {
        names = format!("{names} and {more} more");
    }
    Some(format!(
        "left out, by .gitignore or as something that a build has made: {names}; what the test needs of it is there with \
         --with GLOB"
    ))
}

fn shown(path: &Path, root: &Path) -> String {
    let slash = if path.is_dir() { "/" } else { "" };
    format!("{}{slash}", path.strip_prefix(root).unwrap_or(path).display())
}

fn path_of(entry: &Entry) -> PathBuf {
    let path = entry.path().unwrap_or_default();
    PathBuf::from(std::ffi::OsStr::from_bytes(path))
}

fn wrong_number(files: usize, path: &Path) -> Failure {
    if files == 0 {
        return Failure::usage(format!("there is nothing to reduce in {}", path.display()))
            .help("see what --only, --ignore and .gitignore leave of it");
    }
    Failure::usage(format!("{} has {}", path.display(), counted(files, "file")))
        .because(format!("no more than {MOST} can be reduced at once"))
        .help("leave some out with --ignore GLOB; what the test only needs to be there: --ignore GLOB --with GLOB")
}

fn unreadable(path: &Path, because: impl std::fmt::Display) -> Failure {
    Failure::usage(format!("{} cannot be read", path.display())).because(because)
}
