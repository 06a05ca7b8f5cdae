//! Records that are told by how they begin, wherever they stand, and what counts them.

use super::{Case, Reader, words};

fn lines(text: &[u8]) -> Vec<&[u8]> {
    text.trim_ascii_end().split(|it| *it == b'\n').collect()
}

/// All of some texts, each for itself.
fn owned<'t>(all: impl IntoIterator<Item = &'t [u8]>) -> Vec<Vec<u8>> {
    all.into_iter().map(<[u8]>::to_vec).collect()
}

/// Names of two columns, records of two fields, and at the end how many.
fn total(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let all = lines(text);
    let [names, records @ .., footer] = all.as_slice() else { return None };
    let mut footer = Reader(footer);
    footer.skip(b"TOTAL,")?;
    let count = footer.number(10)?;
    let field = |it: &&[u8]| it.split(|it| *it == b',').count() == 2;
    let valid = *names == b"id,name" && records.iter().all(field) && records.len() == count;
    footer.end(owned(records.iter().copied())).filter(|_| valid)
}

/// A section that says how many others there are, of a line each.
fn sections(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let all = lines(text);
    let mut header = Reader(all.get(1)?);
    header.skip(b"count=")?;
    let count = header.number(10)?;
    let section = |it: &[&[u8]]| {
        it[0].starts_with(b"[") && it[0].ends_with(b"]") && it.len() == 2 && it[1].starts_with(b"val=")
    };
    let valid = all[0] == b"[meta]" && all[2..].chunks(2).all(section) && all[2..].len() == 2 * count;
    header.end(owned(all[2..].iter().copied())).filter(|_| valid)
}

/// Such sections that are called by their numbers.
fn numbered(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let names = lines(text).into_iter().skip(2).step_by(2).enumerate();
    let valid = names.into_iter().all(|(at, it)| it == format!("[item{}]", at + 1).as_bytes());
    sections(text).filter(|_| valid)
}

/// A line with two numbers, for so many lines `n x` and so many lines `e x y` in any order.
fn graph(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let all = lines(text);
    let mut header = Reader(all[0]);
    header.skip(b"p edge ")?;
    let nodes = header.number(10)?;
    header.skip(b" ")?;
    let edges = header.number(10)?;
    let of = |kind: &[u8], width| {
        all[1..].iter().filter(|it| it.starts_with(kind) && words(it).len() == width).count()
    };
    let full = all.iter().all(|it| words(it).iter().all(|it| !it.is_empty()));
    let valid = full && (of(b"n ", 2), of(b"e ", 3)) == (nodes, edges) && all.len() == 1 + nodes + edges;
    header.end(owned(all[1..].iter().copied())).filter(|_| valid)
}

/// A table as a database prints it: names, a ruler, rows, and how many of these.
fn rows(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let all = lines(text);
    let [names, ruler, rows @ .., footer] = all.as_slice() else { return None };
    let mut footer = Reader(footer);
    footer.skip(b"(")?;
    let count = footer.number(10)?;
    footer.skip(b" rows)")?;
    let wide = |it: &&[u8]| it.split(|it| *it == b'|').count() == 2;
    let valid = wide(names) && *ruler == b"---+---" && rows.iter().all(wide) && rows.len() == count;
    footer.end(owned(rows.iter().copied())).filter(|_| valid)
}

/// A list of records of keys, of which each has a name.
fn dashes(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let all = lines(text);
    let mut header = Reader(all[0]);
    header.skip(b"count: ")?;
    let count = header.number(10)?;
    let name = |it: &&&[u8]| it.starts_with(b"  - name: ");
    let plain = |it: &&[u8]| name(&it) || it.starts_with(b"    val: ") || it.starts_with(b"    size: ");
    let records = all.get(2..)?;
    let valid =
        all[1] == b"items:" && records.iter().all(plain) && records.first().is_none_or(|it| name(&it));
    header
        .end(owned(records.iter().copied()))
        .filter(|_| valid && records.iter().filter(name).count() == count)
}

/// Such a list in a text that ends with a line that says so, and as often how many there are.
fn dashes_to_end(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let all = lines(text);
    let (footer, rest) = all.split_last()?;
    let count = Reader(footer.strip_prefix(b"end: ")?).number(10)?;
    let names = rest.iter().filter(|it| it.starts_with(b"  - name: ")).count();
    dashes(&rest.join(&b'\n')).filter(|_| names == count)
}

/// Paragraphs of at least two lines, the first of which says how many others there are.
fn paragraphs(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let text = String::from_utf8_lossy(text.strip_suffix(b"\n").unwrap_or(text)).into_owned();
    let all: Vec<&str> = text.split("\n\n").collect();
    let mut header = Reader(all[0].strip_prefix("records ")?.as_bytes());
    let count = header.number(10)?;
    let valid = all[1..].iter().all(|it| it.lines().count() > 1 && it.lines().all(|it| !it.is_empty()));
    header.end(owned(all[1..].iter().map(|it| it.as_bytes()))).filter(|_| valid && all.len() == count + 1)
}

/// Three words for each record, a line each, and at the end how many.
fn triples(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let all = lines(text);
    let (footer, records) = all.split_last()?;
    let count = Reader(footer.strip_prefix(b"end ")?).number(10)?;
    let valid = records.len() == 3 * count && records.iter().all(|it| !it.is_empty());
    valid.then(|| owned(records.iter().copied()))
}

/// Lines `v x` and `f x y` in any order, and two lines that say how many of them there were.
fn mesh(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let all = lines(text);
    let [records @ .., vertices, faces] = all.as_slice() else { return None };
    let vertices = Reader(vertices.strip_prefix(b"vertices ")?).number(10)?;
    let faces = Reader(faces.strip_prefix(b"faces ")?).number(10)?;
    graph(
        format!(
            "p edge {vertices} {faces}\n{}",
            String::from_utf8_lossy(&records.join(&b'\n')).replace("v ", "n ").replace("f ", "e ")
        )
        .trim_end()
        .as_bytes(),
    )
}

/// A list of files with titles, that have the number of each, and how many there are.
fn playlist(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let all = lines(text);
    let [header, records @ .., footer] = all.as_slice() else { return None };
    let count = Reader(footer.strip_prefix(b"NumberOfEntries=")?).number(10)?;
    let named = |(at, it): (usize, &&[u8])| {
        let key = format!("{}{}=", ["File", "Title"][at % 2], at / 2 + 1);
        it.starts_with(key.as_bytes())
    };
    let valid =
        *header == b"[playlist]" && records.iter().enumerate().all(named) && records.len() == 2 * count;
    valid.then(|| owned(records.iter().copied()))
}

pub(super) const CASES: &[Case] = &[
    Case {
        kind: rows,
        needle: "bad",
        input: "id | name\n---+---\n1 | very good\n2 | ok\n3 | bad\n4 | so so la\n5 | ok\n(5 rows)\n",
        result: "|\n---+---\n|bad\n(1 rows)",
    },
    Case {
        kind: dashes,
        needle: "needle",
        input: "count: 4\nitems:\n  - name: a\n    val: 1\n  - name: b\n  - name: needle\n    size: 3\n    val: 2\n  - name: c\n    val: 9\n",
        result: "count: 1\nitems:\n  - name: needle",
    },
    Case {
        kind: dashes_to_end,
        needle: "needle",
        input: "count: 4\nitems:\n  - name: a\n    val: 1\n  - name: b\n  - name: needle\n    size: 3\n    val: 2\n  - name: c\n    val: 9\nend: 4\n",
        result: "count: 1\nitems:\n  - name: needle\nend: 1",
    },
    Case {
        kind: paragraphs,
        needle: "needle",
        input: "records 3\n\nfirst\n1 2\n\nsecond one\nthe needle\n3 4\n\nlast\n7 8 9\n",
        result: "records 1\n\n0\nneedle",
    },
    Case {
        kind: triples,
        needle: "needle",
        input: "anna\nred\n17\nbob\nneedle\n18\ncarl\nblue\n20\nend 3\n",
        result: "0\nneedle\n0\nend 1",
    },
    Case {
        kind: mesh,
        needle: "77",
        input: "v 1\nv 2\nf 1 2\nv 3\nv 4\nf 3 77\nf 3 4\nv 5\nvertices 5\nfaces 3\n",
        result: "f 0 77\nvertices 0\nfaces 1",
    },
    Case {
        kind: playlist,
        needle: "needle",
        input: "[playlist]\nFile1=a.mp3\nTitle1=A\nFile2=b.mp3\nTitle2=needle\nFile3=c.mp3\nTitle3=C\nNumberOfEntries=3\n",
        result: "[playlist]\nFile1=\nTitle1=needle\nNumberOfEntries=1",
    },
    Case {
        kind: total,
        needle: "bad",
        input: "id,name\n10,ok\n20,good\n30,bad\n40,ok\nTOTAL,4\n",
        result: "id,name\n,bad\nTOTAL,1",
    },
    Case {
        kind: sections,
        needle: "needle",
        input: "[meta]\ncount=4\n[alpha]\nval=a\n[beta]\nval=b\n[gamma]\nval=needle\n[delta]\nval=d\n",
        result: "[meta]\ncount=1\n[]\nval=needle",
    },
    Case {
        kind: numbered,
        needle: "needle",
        input: "[meta]\ncount=3\n[item1]\nval=a\n[item2]\nval=needle\n[item3]\nval=d\n",
        result: "[meta]\ncount=1\n[item1]\nval=needle",
    },
    Case {
        kind: graph,
        needle: "77",
        input: "p edge 4 5\nn 1\nn 2\nn 3\nn 4\ne 1 2\ne 2 3\ne 3 4\ne 4 77\ne 1 3\n",
        result: "p edge 0 1\ne 0 77",
    },
    Case {
        kind: graph,
        needle: "77",
        input: "p edge 4 4\nn 1\nn 2\ne 1 2\nn 77\ne 2 3\nn 4\ne 3 4\ne 4 6\n",
        result: "p edge 1 0\nn 77",
    },
];
