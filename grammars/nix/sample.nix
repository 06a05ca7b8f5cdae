# A sample of the language.
{ pkgs ? import <nixpkgs> { }, lib, version ? "1.0", ... }@args:

/* and a comment */
let
  limit = 1 + 2 * 3;
  names = { one = 1; "two" = 2; nested.deep = 3; };
  list = [ 1 2.5 "three" ./path.nix null true ];
  double = x: x * 2;
  add = { a, b ? 1 }: a + b;
  text = ''
    several ${toString limit} lines
  '';
  inherit (lib) optional mkIf;
  inherit pkgs;
  counter = if limit > 3 && list != [ ] || !false then limit else -limit;
in
with lib;
assert limit > 0;
rec {
  inherit version;
  name = "sample-${version}";
  src = fetchurl {
    url = "https://example.org/${name}.tar.gz";
    sha256 = "0000";
  };
  merged = names // { three = 3; } // optional (limit == 1) "x";
  value = names.one or 0;
  has = names ? two.three;
  lists = [ 1 ] ++ map double [ (add { a = 1; }) 2 ];
  implied = true -> false;
  "quoted ${name}" = args.pkgs.hello;
  ${name} = let y = 1; in y;
  buildInputs = with pkgs; [ gcc gnumake ];
  uri = builtins.readFile ./sample.nix;
}
