# A pass of C-Reduce as a reducer of lop: perl -e THIS PASS ARGUMENT DIRECTORY, where DIRECTORY has its modules.
#
# Variants are made one after the other, as if each had been refused, and each is a text that is proposed.
use strict;
use warnings;
use JSON::PP;
use File::Copy;
use File::Compare;
use File::Temp 'tempdir';
use File::Basename;
use File::Path 'remove_tree';
use FindBin;

my ($pass, $arg, $modules) = @ARGV;
# What modules print is no message.
open(my $out, '>&', \*STDOUT) or die;
open(STDOUT, '>&', \*STDERR) or die;
$out->autoflush(1);
sub say_it { print $out encode_json($_[0]), "\n"; }

unshift @INC, $modules;
require creduce_config;
# They look for their programs beside C-Reduce's own script.
$FindBin::RealBin = Cwd::abs_path(creduce_config::bindir());
require creduce_utils;
my $ok = do { no warnings; $creduce_utils::OK };
require "$modules/$pass.pm";
sub call { my $name = $pass . '::' . shift; no strict 'refs'; return &{$name}(@_); }

while (defined(my $line = <STDIN>)) {
    my $asked = decode_json($line);
    if ($asked->{type} eq 'hello') {
        say_it({ type => 'hello', protocol => 1 });
        next;
    }
    next if $asked->{type} ne 'propose';
    my $id = $asked->{id};
    my $end = time + $asked->{seconds} * 0.7;
    my $directory = tempdir(CLEANUP => 1, DIR => dirname($asked->{path}));
    my $base = "$directory/base-" . basename($asked->{path});
    my $variant = "$directory/" . basename($asked->{path});
    copy($asked->{path}, $base) or die;
    my $left = 16_000_000;
    # A pass that does not like the file has nothing to propose.
    eval {
        call('check_prereqs') or die;
        chdir $directory or die;
        my $state = call('new', $base, $arg);
        while (time < $end && $left > 0) {
            copy($base, $variant) or die;
            (my $result, $state) = call('transform', $variant, $arg, $state);
            last if $result != $ok || compare($base, $variant) == 0;
            my $text = do { local $/; open(my $in, '<:raw', $variant) or die; <$in> };
            $text = '' if !defined $text;
            $left -= length $text;
            say_it({ type => 'text', id => $id, hex => unpack('H*', $text) });
            $state = call('advance', $variant, $arg, $state);
        }
    };
    chdir '/';
    remove_tree($directory);
    say_it({ type => 'done', id => $id });
}
