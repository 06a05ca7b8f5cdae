# A pass of C-Vise 2 as a reducer of lop: python3 -c THIS PASS ARGUMENT.
#
# Variants are made one after the other, as if each had been refused, and each is a text that is proposed.
import glob, importlib, importlib.util, json, os, shutil, sys, tempfile, time

# What passes print is no message.
out = os.fdopen(os.dup(1), 'w', buffering=1)
os.dup2(2, 1)
if importlib.util.find_spec('cvise') is None:
    sys.path += ['/usr/share', '/usr/local/share']
from cvise.passes.abstract import AbstractPass, PassResult, ProcessEventNotifier

name, argument = sys.argv[1].replace('-', '').lower(), sys.argv[2] or None
plain = lambda it: it.lower().removesuffix('pass').replace('_', '')
PLACES = os.pathsep.join(['/usr/lib/cvise', '/usr/libexec/cvise', '/usr/libexec', '/usr/local/libexec/cvise', os.environ.get('PATH', '')])


class Programs(dict):
    """Where the programs are that passes call; None for one that is not there."""

    def __missing__(self, name):
        # Some distributions have a version in the name: clang-format-15.
        versions = [it for place in PLACES.split(os.pathsep) for it in glob.glob(os.path.join(place, f'{name}-[0-9]*'))]
        self[name] = shutil.which(name, path=PLACES) or max(versions, key=lambda it: it.rsplit('-', 1)[1].zfill(4), default=None)
        return self[name]


programs = Programs()
for it in 'clang_delta', 'clex', 'topformflat', 'unifdef', 'gcov-dump', 'clang-format':
    programs[it]


def found():
    directory = os.path.dirname(importlib.import_module('cvise.passes').__file__)
    for module in sorted(os.listdir(directory)):
        if module.endswith('.py') and module not in ('__init__.py', 'abstract.py'):
            module = importlib.import_module(f'cvise.passes.{module[:-3]}')
            for word, value in vars(module).items():
                own = isinstance(value, type) and issubclass(value, AbstractPass) and value.__module__ == module.__name__
                if own and plain(name) in (plain(word), plain(module.__name__.rsplit('.', 1)[1])):
                    return value(argument, programs)
    sys.exit(f'C-Vise has no pass {name}')


def variants(work, path, end):
    """The texts that the pass makes of a file."""
    base, variant = os.path.join(work, 'base-' + os.path.basename(path)), os.path.join(work, os.path.basename(path))
    shutil.copy(path, base)
    state = work_pass.new(base, None)
    while state is not None and time.monotonic() < end:
        shutil.copy(base, variant)
        result, state = work_pass.transform(variant, state, ProcessEventNotifier(None))
        if result in (PassResult.STOP, PassResult.ERROR):
            return
        if result == PassResult.OK:
            with open(variant, 'rb') as file:
                yield file.read()
        state = work_pass.advance(base, state)


work_pass = found()
work_pass.user_clang_delta_std, work_pass.clang_delta_preserve_routine = None, None
for line in sys.stdin:
    asked = json.loads(line)
    if asked['type'] == 'hello':
        print(json.dumps({'type': 'hello', 'protocol': 1}), file=out)
    elif asked['type'] == 'propose':
        end, left = time.monotonic() + asked['seconds'] * 0.7, 16_000_000
        with tempfile.TemporaryDirectory(dir=os.path.dirname(asked['path'])) as work:
            try:
                if work_pass.check_prerequisites():
                    for text in variants(work, asked['path'], end):
                        print(json.dumps({'type': 'text', 'id': asked['id'], 'hex': text.hex()}), file=out)
                        left -= len(text)
                        if left < 0:
                            break
            # A pass that does not like the file has nothing more to propose.
            except Exception as error:
                print(error, file=sys.stderr)
        print(json.dumps({'type': 'done', 'id': asked['id']}), file=out)
