//! Numbers that count or measure, and a test that reads strictly: each search ends at the smallest text that is valid.

#[path = "../common/mod.rs"]
mod common;
mod kinds;

use common::{c, config, reduction};
use lop_engine::oracle;

/// A text, what must be there in it, and the smallest text of its kind that has it.
struct Case {
    kind: fn(&[u8]) -> Option<Vec<Vec<u8>>>,
    needle: &'static str,
    input: &'static str,
    result: &'static str,
}

/// Reads what is left of a text.
struct Reader<'t>(&'t [u8]);

impl<'t> Reader<'t> {
    fn take(&mut self, count: usize) -> Option<&'t [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn skip(&mut self, what: &[u8]) -> Option<()> {
        self.0 = self.0.strip_prefix(what)?;
        Some(())
    }

    /// The digits of a number without needless zeros, and what it says.
    fn number(&mut self, radix: u32) -> Option<usize> {
        let digits = self.0.iter().take_while(|it| char::from(**it).is_digit(radix)).count();
        let text = std::str::from_utf8(self.take(digits)?).ok()?;
        let plain = text == "0" || !text.starts_with('0');
        usize::from_str_radix(text, radix).ok().filter(|_| plain)
    }

    fn until(&mut self, what: &[u8]) -> Option<&'t [u8]> {
        let at = self.0.windows(what.len()).position(|it| it == what)?;
        let taken = self.take(at)?;
        self.skip(what)?;
        Some(taken)
    }

    fn end<T>(&self, it: T) -> Option<T> {
        self.0.trim_ascii().is_empty().then_some(it)
    }
}

/// Strings, integers, lists and dictionaries, as torrents have them.
fn bencode(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    fn value(reader: &mut Reader, strings: &mut Vec<Vec<u8>>) -> Option<bool> {
        match *reader.0.first()? {
            b'i' => {
                reader.skip(b"i")?;
                reader.number(10)?;
                reader.skip(b"e")?;
            }
            open @ (b'l' | b'd') => {
                reader.take(1)?;
                while reader.0.first() != Some(&b'e') {
                    let key = value(reader, strings)?;
                    if open == b'd' {
                        value(reader, strings).filter(|_| key)?;
                    }
                }
                reader.take(1)?;
            }
            _ => {
                let length = reader.number(10)?;
                reader.skip(b":")?;
                strings.push(reader.take(length)?.to_vec());
                return Some(true);
            }
        }
        Some(false)
    }
    let (mut reader, mut strings) = (Reader(text), Vec::new());
    value(&mut reader, &mut strings)?;
    reader.end(strings)
}

/// A length, a colon, a text, a comma; twice.
fn netstrings(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    fn all(text: &[u8]) -> Option<Vec<Vec<u8>>> {
        let (mut reader, mut found) = (Reader(text), Vec::new());
        while !reader.0.is_empty() {
            let length = reader.number(10)?;
            reader.skip(b":")?;
            found.push(reader.take(length)?.to_vec());
            reader.skip(b",")?;
        }
        Some(found)
    }
    let outer = all(text.trim_ascii_end())?;
    outer.iter().map(|it| all(it)).collect::<Option<Vec<_>>>().map(|it| it.concat())
}

/// `{"len":4,"s":"abcd"}` and no other keys.
fn json(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut reader = Reader(text);
    reader.skip(b"{\"len\":")?;
    let length = reader.number(10)?;
    reader.skip(b",\"s\":\"")?;
    let string = reader.until(b"\"")?;
    reader.skip(b"}")?;
    reader.end(vec![string.to_vec()]).filter(|_| string.len() == length)
}

/// Lines such as `name len=5 ealmn`.
fn records(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let line = |line: &[u8]| {
        let mut reader = Reader(line);
        reader.until(b" len=").filter(|it| !it.is_empty())?;
        let length = reader.number(10)?;
        reader.skip(b" ")?;
        (reader.0.len() == length).then(|| reader.0.to_vec())
    };
    text.trim_ascii_end().split(|it| *it == b'\n').map(line).collect()
}

/// A header with the length of what follows an empty line.
fn message(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut reader = Reader(text);
    let mut header = Reader(reader.until(b"\n\n")?);
    header.until(b"Content-Length: ")?;
    (header.number(10)? == reader.0.len() && header.end(()).is_some()).then(|| vec![reader.0.to_vec()])
}

/// Hexadecimal lengths and as many bytes, up to one of length 0.
fn chunks(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let (mut reader, mut body) = (Reader(text), Vec::new());
    loop {
        let length = reader.number(16)?;
        reader.skip(b"\r\n")?;
        body.extend_from_slice(reader.take(length)?);
        reader.skip(b"\r\n")?;
        if length == 0 {
            return reader.0.is_empty().then(|| vec![body]);
        }
    }
}

/// A string with room for it and its end.
fn array(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut reader = Reader(text);
    reader.skip(b"char s[")?;
    let length = reader.number(10)?;
    reader.skip(b"] = \"")?;
    let string = reader.until(b"\"")?;
    reader.skip(b";")?;
    reader.end(vec![string.to_vec()]).filter(|_| string.len() + 1 == length)
}

/// Strings that are copied with their lengths.
fn copies(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let (mut reader, mut found) = (Reader(text), Vec::new());
    while !reader.0.trim_ascii().is_empty() {
        reader.0 = reader.0.trim_ascii_start();
        reader.skip(b"memcpy(d, \"")?;
        let string = reader.until(b"\", ")?;
        let radix = if reader.skip(b"0x").is_some() { 16 } else { 10 };
        found.push(string.to_vec());
        (reader.number(radix)? == string.len()).then_some(())?;
        reader.skip(b");")?;
    }
    Some(found)
}

/// Rows of fields as many as `width` says, which are the fields.
fn table<'t>(rows: impl Iterator<Item = Vec<&'t [u8]>>, width: usize) -> Option<Vec<Vec<u8>>> {
    let rows: Vec<Vec<&[u8]>> = rows.collect();
    let fields = || rows.iter().flatten();
    let valid =
        !rows.is_empty() && rows.iter().all(|it| it.len() == width) && fields().all(|it| !it.is_empty());
    valid.then(|| fields().map(|it| it.to_vec()).collect())
}

fn words(line: &[u8]) -> Vec<&[u8]> {
    line.split(|it| *it == b' ').collect()
}

/// Numbered tours with numbers of stops that are added up, and how many there are of both.
fn tours(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let (mut reader, mut found, mut count) = (Reader(text), Vec::new(), 0);
    reader.skip(b"{\"counts\":{\"tours\":")?;
    let tours = reader.number(10)?;
    reader.skip(b",\"stops\":")?;
    let stops = reader.number(10)?;
    reader.skip(b"},\"tours\":[")?;
    while reader.skip(b"{\"id\":").is_some() {
        count += 1;
        (reader.number(10)? == count).then_some(())?;
        reader.skip(b",\"stops\":[")?;
        let own = reader.until(b"]")?.split(|it| *it == b',').filter(|it| !it.is_empty());
        let own = own.map(|it| Reader(it).number(10)).collect::<Option<Vec<usize>>>()?;
        reader.skip(b",\"sum\":")?;
        (reader.number(10)? == own.iter().sum()).then_some(())?;
        reader.skip(b"}")?;
        found.extend(own.iter().map(|it| it.to_string().into_bytes()));
        if count < tours {
            reader.skip(b",")?;
        }
    }
    reader.skip(b"]}")?;
    reader.end(()).filter(|()| (tours, stops) == (count, found.len()))?;
    Some(found)
}

/// A line with the numbers of rows and columns, or with the one number that is both, or with that of columns; and rows.
fn matrix(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut lines = text.trim_ascii_end().split(|it| *it == b'\n');
    let header =
        words(lines.next()?).into_iter().map(|it| Reader(it).number(10)).collect::<Option<Vec<_>>>()?;
    let &[rows, columns] = header.as_slice() else { return None };
    let fields = table(lines.map(words), columns)?;
    (fields.len() == rows * columns).then_some(fields)
}

/// The same with as many columns as rows, which are said once.
fn square(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let (size, rest) = text.split_at(text.iter().position(|it| *it == b'\n')?);
    matrix(&[size, b" ", size, rest].concat())
}

/// A line that says how many words the other has.
fn numbers(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    matrix(&[b"1 ", text].concat())
}

/// Lines of fields between commas: the names of at least one column, and at least two records.
fn commas(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let rows =
        || text.trim_ascii_end().split(|it| *it == b'\n').map(|it| it.split(|it| *it == b',').collect());
    let width = rows().next().map_or(0, |it: Vec<&[u8]>| it.len());
    table(rows(), width).filter(|_| rows().count() > 2)
}

/// An array of arrays.
fn arrays(text: &[u8]) -> Option<Vec<Vec<u8>>> {
    let text: Vec<u8> = text.iter().copied().filter(|it| *it != b' ').collect();
    let mut reader = Reader(&text);
    reader.skip(b"inta[")?;
    let rows = reader.number(10)?;
    reader.skip(b"][")?;
    let columns = reader.number(10)?;
    reader.skip(b"]={{")?;
    let inside = String::from_utf8_lossy(reader.until(b"}};")?).into_owned();
    let lists: Vec<&str> = inside.split("},{").collect();
    let fields = table(lists.iter().map(|it| it.split(',').map(str::as_bytes).collect()), columns)?;
    let plain = fields.iter().all(|it| it.iter().all(u8::is_ascii_digit));
    reader.end(fields).filter(|_| plain && lists.len() == rows)
}

const CASES: &[Case] = &[
    Case { kind: bencode, needle: "", input: "5:hello", result: "0:" },
    Case { kind: bencode, needle: "h", input: "5:hello", result: "1:h" },
    Case { kind: bencode, needle: "l", input: "5:hello\n", result: "1:l" },
    Case { kind: bencode, needle: "h", input: "2: h", result: "1:h" },
    Case { kind: bencode, needle: "lo", input: "33:the quick brown hello fox jumps!!\n", result: "2:lo" },
    Case { kind: bencode, needle: "bar", input: "d3:fooli1e3:bari2eee\n", result: "3:bar" },
    Case {
        kind: bencode,
        needle: "si",
        input: "d4:infod6:lengthi99e4:name12:sidebars.txte5:piecel5:abcde6:foobazee",
        result: "2:si",
    },
    Case { kind: netstrings, needle: "w", input: "26:5:hello,14:my widest side,,", result: "4:1:w,," },
    Case {
        kind: json,
        needle: "c",
        input: "{\"len\":4,\"s\":\"abcd\"}\n",
        result: "{\"len\":1,\"s\":\"c\"}",
    },
    Case { kind: records, needle: "m", input: "name len=5 ealmn\nbob len=4 abcd\n", result: "0 len=1 m" },
    Case {
        kind: message,
        needle: "w",
        input: "Host: x\nContent-Length: 12\n\nhello world!",
        result: "Content-Length: 1\n\nw",
    },
    Case {
        kind: chunks,
        needle: "w",
        input: "5\r\nhello\r\nc\r\n, bigworld!!\r\n0\r\n\r\n",
        result: "1\r\nw\r\n0\r\n\r\n",
    },
    Case {
        kind: tours,
        needle: "77",
        input: "{\"counts\":{\"tours\":4,\"stops\":7},\"tours\":[{\"id\":1,\"stops\":[4,1],\"sum\":5},{\"id\":2,\"stops\":[7],\"sum\":7},{\"id\":3,\"stops\":[4,77,3],\"sum\":84},{\"id\":4,\"stops\":[2],\"sum\":2}]}",
        result: "{\"counts\":{\"tours\":1,\"stops\":1},\"tours\":[{\"id\":1,\"stops\":[77],\"sum\":77}]}",
    },
    Case { kind: matrix, needle: "77", input: "2 3\n1 2 3\n4 77 6\n", result: "1 1\n77" },
    Case {
        kind: matrix,
        needle: "77",
        input: "6 3\n0 1 0\n1 2 1\n2 3 2\n3 4 3\n4 5 77\n5 6 5\n",
        result: "1 1\n77",
    },
    Case {
        kind: matrix,
        needle: "77",
        input: "4 4\n0 1 4 0\n1 2 4 1\n2 3 4 77\n3 4 4 3\n",
        result: "1 1\n77",
    },
    Case {
        kind: square,
        needle: "77",
        input: "4\n0 1 2 3\n1 0 4 5\n2 4 0 77\n3 5 76 0\n",
        result: "2\n0 77\n0 0",
    },
    Case { kind: numbers, needle: "77", input: "2\n0 77\n", result: "1\n77" },
    Case { kind: numbers, needle: "77", input: "4\n1 2 77 4\n", result: "1\n77" },
    Case { kind: numbers, needle: "77", input: "5\n1 2 77 4 5\n", result: "1\n77" },
    Case {
        kind: commas,
        needle: "77",
        input: "id,name,x,y\n1,a,2,3\n4,b,77,6\n7,c,8,9\n",
        result: "0\n0\n77",
    },
    Case {
        kind: arrays,
        needle: "77",
        input: "int a[2][3] = {{1, 2, 3}, {4, 77, 6}};\n",
        result: "int a[1][1]={{77}};",
    },
    Case { kind: array, needle: "e", input: "char s[6] = \"hello\";\n", result: "char s[2] = \"e\";" },
    Case {
        kind: copies,
        needle: "e",
        input: "memcpy(d, \"hallo\", 0x5); memcpy(d, \"a longer one\", 12);\n",
        result: "memcpy(d, \"e\", 1);",
    },
];

#[test]
fn what_is_counted_or_measured_ends_as_small_as_it_can_be() {
    let mut wrong = Vec::new();
    for case in CASES.iter().chain(kinds::CASES) {
        let holds = |text: &[u8]| {
            let found = (case.kind)(text).unwrap_or_default();
            let needle = case.needle.as_bytes();
            found.iter().any(|it| needle.is_empty() || it.windows(needle.len()).any(|it| it == needle))
        };
        assert!(holds(case.input.as_bytes()) && holds(case.result.as_bytes()), "{}", case.input);
        let is_c = case.input.contains(';');
        let reduction = reduction(case.input.as_bytes(), is_c.then(c), &config(|it| it.jobs = 1));
        let outcome = reduction.run(&oracle::from_bytes(holds)).expect("the search begins");
        let left = String::from_utf8_lossy(&outcome.files[0]).into_owned();
        if left != case.result {
            let (input, result) = (case.input, case.result);
            wrong.push(format!("{input:?} ends as {left:?}, and could be {result:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
