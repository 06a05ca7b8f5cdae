//! Reads a project from disk: tells texts from what is only to be there or not, and lays down where it will be in a scratch
//! directory.

use std::collections::{BTreeSet, HashMap};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use lop_engine::{Entry, Tree};
use lop_oracle::project::{Body, Home, Pristine, Project, Stock};

use super::find::{Found, Item, find_more, in_vain, located, named, named_as_saved, walk};
use super::select::{Part, Rules, Selection};
use super::{Inputs, Original};
use crate::aside;
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
    let place = Place::of(inputs, selection)?;
    read_at(inputs, selection, (&place.root.clone(), place), named)
}

/// Reads it as it was when a run in place has saved it last: what is on disk is not looked at, and [`Original::replaced`] is
/// for who has found out that it is of that run. `None` where nothing was saved.
pub fn read_saved(inputs: &Inputs, selection: &Selection) -> Option<(Original, Vec<PathBuf>)> {
    let place = Place::of(inputs, selection).ok()?;
    let backups: Vec<PathBuf> = match inputs {
        Inputs::Directory(_) => aside::latest(&place.root).filter(|it| it.is_dir()).into_iter().collect(),
        Inputs::Files(paths) => paths.iter().filter_map(|it| aside::latest(&located(it).ok()?)).collect(),
    };
    let root = match inputs {
        Inputs::Directory(_) => backups.first()?.clone(),
        Inputs::Files(_) => place.root.clone(),
    };
    // Paths into the project lead into what was saved of it.
    let moved = |paths: &[PathBuf]| -> Vec<PathBuf> {
        let real = |it: &PathBuf| fs::canonicalize(it).unwrap_or_else(|_| it.clone());
        let inner = |it: &PathBuf| Some(root.join(real(it).strip_prefix(&place.root).ok()?));
        paths.iter().map(|it| inner(it).unwrap_or_else(|| it.clone())).collect()
    };
    let (of_test, written) = (moved(&selection.of_test), moved(&selection.written));
    let selection = Selection { of_test, written, ..selection.clone() };
    let original = read_at(inputs, &selection, (&root, place), named_as_saved).ok()?;
    (!backups.is_empty()).then_some((original, backups))
}

/// Reads a project that has its place elsewhere than at `root`, maybe.
fn read_at(
    inputs: &Inputs,
    selection: &Selection,
    (root, place): (&Path, Place),
    named: impl Fn(&[PathBuf], &Rules) -> Result<Found, Failure>,
) -> Result<Original, Failure> {
    let rules = Rules::new(selection, root)?;
    let mut found = match inputs {
        Inputs::Directory(_) => walk(root, &rules)?,
        Inputs::Files(paths) => named(paths, &rules)?,
    };
    if rules.want_more() {
        find_more(root, &rules, &mut found)?;
    }
    if found.files.len() > MOST {
        return Err(wrong_number(found.files.len(), inputs.path()));
    }
    let vain = in_vain(selection, root, &found)?;
    let mut reader = Reader::new(root.to_owned(), &found)?;
    for it in &found.files {
        reader.take(it).map_err(|error| unreadable(&it.path, error))?;
    }
    reader.project.env.clone_from(&selection.env);
    reader.project.caches.clone_from(&selection.caches);
    if selection.in_place {
        reader.project.home = Some(Home::new(place.root.clone()));
    }
    let mut original = reader.finish(place, inputs, &found)?;
    // File 0 says where the others are.
    original.kept.extend(selection.keeps_places.then_some(0));
    original.notes.extend(vain);
    Ok(original)
}

/// Where a project is on disk and in a scratch directory.
struct Place {
    root: PathBuf,
    in_scratch: PathBuf,
    directory: PathBuf,
}

impl Place {
    /// The same place, seen from where the user is: a test finds its way in the copy as in the original.
    fn of(inputs: &Inputs, selection: &Selection) -> Result<Place, Failure> {
        let real = |it: &Path| fs::canonicalize(it).map_err(|error| unreadable(it, error));
        let here = real(selection.runs_in.as_deref().unwrap_or(Path::new(".")))?;
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

/// True for a path that leads downwards only.
fn is_below(path: &Path) -> bool {
    path.components().all(|it| matches!(it, Component::Normal(_) | Component::CurDir))
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
            let body = if it.meta.is_symlink() { self.link(it)? } else { self.copy(&it.from)? };
            self.project.kept.push((entry, Stock { mode, body }));
            return Ok(());
        }
        let file = self.files.len() + 1;
        let known = (it.meta.dev(), it.meta.ino());
        let (body, text) = if it.meta.is_symlink() {
            (self.link(it)?, Vec::new())
        } else if let Some(first) = self.names.get(&known) {
            (Body::Name(*first), Vec::new())
        } else {
            if it.meta.nlink() > 1 {
                self.names.insert(known, file);
            }
            match text(&it.from)? {
                Some(text) => (Body::Text, text),
                None => (self.copy(&it.from)?, Vec::new()),
            }
        };
        if it.part == Part::Kept {
            self.kept.insert(file);
            if let Body::Name(first) = body {
                self.kept.insert(first);
            }
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
    fn link(&self, it: &Item) -> io::Result<Body> {
        let target = fs::read_link(&it.from)?;
        let parent = it.path.parent().unwrap_or(&self.root);
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
        for (path, part) in &found.empty {
            self.entries.push(Entry::Directory(self.relative(path).into()));
            self.files.push(Arc::default());
            if *part == Part::Kept {
                self.kept.insert(self.files.len());
            }
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
        if let Some(home) = &mut self.project.home {
            home.add(&paths);
        }
        self.project.origin.clone_from(&place.root);
        self.project.root = place.in_scratch;
        self.project.directory = place.directory;
        self.project.pristine = Some(self.pristine);
        let tree_file = Arc::from(tree.to_text());
        let files = std::iter::once(tree_file).chain(self.files).collect();
        let paths = std::iter::once(PathBuf::new()).chain(paths).collect();
        let notes = told(&found.left_out).into_iter().chain(told_of_special(&found.special)).collect();
        Ok(Original {
            root: place.root,
            files,
            paths,
            kept: self.kept,
            project: Arc::new(self.project),
            notes,
            replaced: None,
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
    let names = some_of(left_out)?;
    Some(format!(
        "left out, by .gitignore or as something that a build has made: {names}; what the test needs of it is there with \
         --with GLOB"
    ))
}

/// What nobody can copy, as a sentence.
fn told_of_special(special: &[String]) -> Option<String> {
    let names = some_of(special)?;
    Some(format!(
        "left out, as pipes, sockets and devices are: {names}; let the test make what it needs of it"
    ))
}

/// The first of the names, and how many more there are.
fn some_of(names: &[String]) -> Option<String> {
    let told = names[..names.len().min(TOLD)].join(", ");
    match names.len().checked_sub(TOLD) {
        _ if names.is_empty() => None,
        Some(more @ 1..) => Some(format!("{told} and {more} more")),
        _ => Some(told),
    }
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

pub(super) fn unreadable(path: &Path, because: impl std::fmt::Display) -> Failure {
    Failure::usage(format!("{} cannot be read", path.display())).because(because)
}
