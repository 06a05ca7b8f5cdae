"""Builds the wheel, as pip asks for it (PEP 517): what cargo makes, with the files in lop/.

One wheel is for all versions of Python from 3.9 on (abi3). LOP_WHEEL_LIBRARY names a module that is
built already, in the place of one that is made for the wheel.
"""
import base64, hashlib, json, os, re, subprocess, sysconfig, zipfile

HERE = os.path.dirname(os.path.abspath(__file__))


def _metadata():
    said = subprocess.run(['cargo', 'metadata', '--format-version=1', '--no-deps', '--locked', '--offline'],
                          cwd=HERE, check=True, stdout=subprocess.PIPE).stdout
    packages = json.loads(said)['packages']
    return next(it for it in packages if it['name'] == 'lop-python')


def _library():
    """Where the module is, built if need be."""
    built = os.environ.get('LOP_WHEEL_LIBRARY')
    if built:
        return built
    command = ['cargo', 'build', '--package', 'lop-python', '--release', '--locked',
               '--message-format=json-render-diagnostics']
    said = subprocess.run(command, cwd=HERE, check=True, stdout=subprocess.PIPE, text=True).stdout
    made = [json.loads(line) for line in said.splitlines() if line.startswith('{')]
    made = next(it for it in made if it.get('reason') == 'compiler-artifact' and it['target']['name'] == 'lop_python'
                and 'cdylib' in it['target']['kind'])
    return made['filenames'][0]


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = _metadata()
    version = package['version']
    platform = re.sub('[-.]', '_', sysconfig.get_platform())
    tag = f'cp39-abi3-{platform}'
    files = {'lop/_lop.abi3.so': _library()}
    for name in '__init__.py', '__init__.pyi', 'py.typed':
        files[f'lop/{name}'] = os.path.join(HERE, 'lop', name)
    texts = {path: open(file, 'rb').read() for path, file in files.items()}
    info = f'lop-{version}.dist-info'
    texts[f'{info}/METADATA'] = (
        f'Metadata-Version: 2.1\nName: lop\nVersion: {version}\nSummary: {package["description"]}\n'
        f'License: {package["license"]}\nRequires-Python: >=3.9\n').encode()
    texts[f'{info}/WHEEL'] = f'Wheel-Version: 1.0\nGenerator: lop\nRoot-Is-Purelib: false\nTag: {tag}\n'.encode()
    record = f'{info}/RECORD'
    lines = [f'{path},sha256={_digest(text)},{len(text)}\n' for path, text in texts.items()]
    texts[record] = ''.join([*lines, f'{record},,\n']).encode()
    name = f'lop-{version}-{tag}.whl'
    with zipfile.ZipFile(os.path.join(wheel_directory, name), 'w', zipfile.ZIP_DEFLATED, compresslevel=1) as wheel:
        for path, text in texts.items():
            # The same sources make the same wheel, whenever.
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            wheel.writestr(entry, text)
    return name


def _digest(text):
    return base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b'=').decode()
