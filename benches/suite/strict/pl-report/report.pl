#!/usr/bin/perl
# Reads measurements, groups them by station and prints a table.
use strict;
use warnings FATAL => 'all';

package Station;

sub new {
    my ($class, %args) = @_;
    my $self = {
        name   => $args{name},
        height => $args{height} // 0,
        values => [],
    };
    return bless $self, $class;
}

sub name { return $_[0]{name} }

sub add {
    my ($self, $day, $value) = @_;
    die "no value for $day\n" unless defined $value;
    push @{ $self->{values} }, { day => $day, value => $value };
    return scalar @{ $self->{values} };
}

sub mean {
    my ($self) = @_;
    my $sum = 0;
    my $count = 0;
    for my $entry (@{ $self->{values} }) {
        $sum += $entry->{value};
        $count++;
    }
    return $count ? $sum / $count : undef;
}

sub extremes {
    my ($self) = @_;
    my @sorted = sort { $a->{value} <=> $b->{value} } @{ $self->{values} };
    return ($sorted[0]{value}, $sorted[-1]{value});
}

package main;

my %stations;
my @order;

sub station {
    my ($name) = @_;
    unless (exists $stations{$name}) {
        $stations{$name} = Station->new(name => $name, height => 10 * length $name);
        push @order, $name;
    }
    return $stations{$name};
}

sub parse_line {
    my ($line) = @_;
    return if $line =~ /^\s*(#|$)/;
    if ($line =~ /^(\w+)\s+(\d+)\s+(-?[\d.]+)$/) {
        return { station => $1, day => $2, value => $3 };
    }
    die "bad line: $line\n";
}

my $text = <<'DATA';
# station day value
brocken 1 -3.5
brocken 2 -1.0
zugspitze 1 -12.25
zugspitze 2 -9.75

brocken 3 0.5
feldberg 1 2
DATA

my $lines = 0;
foreach my $line (split /\n/, $text) {
    my $entry = parse_line($line) or next;
    station($entry->{station})->add($entry->{day}, $entry->{value});
    $lines++;
}

my $width = 0;
for my $name (@order) {
    $width = length $name if length $name > $width;
}

printf "%-${width}s %8s %8s %8s\n", 'name', 'mean', 'low', 'high';
for my $name (sort @order) {
    my $station = $stations{$name};
    my ($low, $high) = $station->extremes;
    printf "%-${width}s %8.2f %8.2f %8.2f\n", $station->name, $station->mean, $low, $high;
}
print "$lines lines of ", scalar(@order), " stations\n";
