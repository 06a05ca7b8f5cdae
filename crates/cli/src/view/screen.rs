//! The lower end of a terminal: a frame of some rows that is drawn again and again, of which only what differs is sent, and
//! lines that stay, above it. It moves the cursor from where it is and never asks the terminal anything, so that nothing
//! waits for an answer.

use std::io::{self, Write};

use crossterm::cursor::{Hide, MoveDown, MoveToColumn, MoveUp, Show};
use crossterm::queue;
use crossterm::style::{
    Attribute, Color as Ansi, Print, SetAttribute, SetBackgroundColor, SetForegroundColor,
};
use crossterm::terminal::{BeginSynchronizedUpdate, Clear, ClearType, EndSynchronizedUpdate};
use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier};

/// The frame as the terminal shows it. The cursor is at the start of its last row.
#[derive(Debug)]
pub(super) struct Screen<W: Write> {
    out: W,
    shown: Option<Buffer>,
}

impl<W: Write> Screen<W> {
    /// Shows nothing yet.
    pub(super) fn new(out: W) -> Screen<W> {
        Screen { out, shown: None }
    }

    /// Makes the frame what `next` is.
    pub(super) fn draw(&mut self, next: Buffer) -> io::Result<()> {
        let size = next.area;
        let shown = match self.shown.take() {
            Some(shown) if shown.area == size => shown,
            shown => {
                self.begin(shown, size)?;
                Buffer::empty(size)
            }
        };
        if shown != next {
            self.update(&shown, &next)?;
        }
        self.shown = Some(next);
        self.out.flush()
    }

    /// Lines that stay, above the frame.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        self.erase()?;
        for line in text.lines() {
            queue!(self.out, Print(line), Print("\r\n"))?;
        }
        self.out.flush()
    }

    /// Leaves nothing of the frame, and the cursor where it began.
    pub(super) fn erase(&mut self) -> io::Result<()> {
        if let Some(shown) = self.shown.take() {
            self.clear(&shown, shown.area.width)?;
            queue!(self.out, Show)?;
        }
        self.out.flush()
    }

    /// Makes room for a frame of this size.
    fn begin(&mut self, shown: Option<Buffer>, size: Rect) -> io::Result<()> {
        match shown {
            Some(shown) => self.clear(&shown, size.width)?,
            None => queue!(self.out, Hide)?,
        }
        for _ in 1..size.height {
            queue!(self.out, Print("\r\n"))?;
        }
        Ok(())
    }

    /// Clears a frame on a terminal that has this width by now. A row that does not fit any more takes several.
    fn clear(&mut self, shown: &Buffer, width: u16) -> io::Result<()> {
        let rows = |y: u16| length(shown, y).div_ceil(width.max(1)).max(1);
        let above: u16 = (0..shown.area.height.saturating_sub(1)).map(rows).sum();
        if above > 0 {
            queue!(self.out, MoveUp(above))?;
        }
        queue!(self.out, MoveToColumn(0), Clear(ClearType::FromCursorDown))
    }

    fn update(&mut self, shown: &Buffer, next: &Buffer) -> io::Result<()> {
        queue!(self.out, BeginSynchronizedUpdate)?;
        let bottom = next.area.height.saturating_sub(1);
        let mut cursor = (0, bottom);
        let mut pen = Pen::default();
        let changes = shown.diff(next);
        let mut changes = changes.into_iter().peekable();
        for y in 0..next.area.height {
            let end = length(next, y);
            while let Some((x, _, cell)) = changes.next_if(|it| it.1 == y) {
                // What is blank up to the end of a row is cleared below.
                if x < end {
                    self.go(&mut cursor, (x, y))?;
                    pen.put(&mut self.out, cell)?;
                    queue!(self.out, Print(cell.symbol()))?;
                    cursor.0 =
                        x + u16::try_from(unicode_width::UnicodeWidthStr::width(cell.symbol())).unwrap_or(1);
                }
            }
            if end < length(shown, y) {
                self.go(&mut cursor, (end, y))?;
                pen.put(&mut self.out, &Cell::EMPTY)?;
                queue!(self.out, Clear(ClearType::UntilNewLine))?;
            }
        }
        pen.put(&mut self.out, &Cell::EMPTY)?;
        self.go(&mut cursor, (0, bottom))?;
        queue!(self.out, EndSynchronizedUpdate)
    }

    fn go(&mut self, from: &mut (u16, u16), to: (u16, u16)) -> io::Result<()> {
        if to.1 < from.1 {
            queue!(self.out, MoveUp(from.1 - to.1))?;
        } else if to.1 > from.1 {
            queue!(self.out, MoveDown(to.1 - from.1))?;
        }
        if to.0 != from.0 {
            queue!(self.out, MoveToColumn(to.0))?;
        }
        *from = to;
        Ok(())
    }
}

/// How many columns a row takes, without the blanks at its end.
fn length(buffer: &Buffer, y: u16) -> u16 {
    let blank = |x: &u16| buffer.cell((*x, y)).is_none_or(|it| it.symbol() == " " && *it == Cell::EMPTY);
    (0..buffer.area.width).rev().find(|it| !blank(it)).map_or(0, |it| it + 1)
}

/// The style that the terminal writes with.
#[derive(Debug, Default)]
struct Pen {
    fg: Color,
    bg: Color,
    modifier: Modifier,
}

impl Pen {
    /// Changes it to that of a cell.
    fn put(&mut self, out: &mut impl Write, cell: &Cell) -> io::Result<()> {
        if self.modifier != cell.modifier {
            // What is added stays until all is reset.
            queue!(out, SetAttribute(Attribute::Reset))?;
            *self = Pen { modifier: cell.modifier, ..Pen::default() };
            for (modifier, attribute) in [
                (Modifier::BOLD, Attribute::Bold),
                (Modifier::DIM, Attribute::Dim),
                (Modifier::REVERSED, Attribute::Reverse),
                (Modifier::UNDERLINED, Attribute::Underlined),
            ] {
                if cell.modifier.contains(modifier) {
                    queue!(out, SetAttribute(attribute))?;
                }
            }
        }
        if self.fg != cell.fg {
            queue!(out, SetForegroundColor(ansi(cell.fg)))?;
            self.fg = cell.fg;
        }
        if self.bg != cell.bg {
            queue!(out, SetBackgroundColor(ansi(cell.bg)))?;
            self.bg = cell.bg;
        }
        Ok(())
    }
}

/// The sixteen colours of a terminal's own scheme; the theme has no others.
fn ansi(color: Color) -> Ansi {
    match color {
        Color::Black => Ansi::Black,
        Color::Red => Ansi::DarkRed,
        Color::Green => Ansi::DarkGreen,
        Color::Yellow => Ansi::DarkYellow,
        Color::Blue => Ansi::DarkBlue,
        Color::Magenta => Ansi::DarkMagenta,
        Color::Cyan => Ansi::DarkCyan,
        Color::Gray => Ansi::Grey,
        Color::DarkGray => Ansi::DarkGrey,
        Color::LightRed => Ansi::Red,
        Color::LightGreen => Ansi::Green,
        Color::LightYellow => Ansi::Yellow,
        Color::LightBlue => Ansi::Blue,
        Color::LightMagenta => Ansi::Magenta,
        Color::LightCyan => Ansi::Cyan,
        Color::White => Ansi::White,
        _ => Ansi::Reset,
    }
}

#[cfg(test)]
mod tests {
    use ratatui::style::Style;

    use super::*;

    /// What a terminal shows of what was sent.
    fn seen(bytes: &[u8], (rows, columns): (u16, u16)) -> String {
        let mut terminal = vt100::Parser::new(rows, columns, 0);
        terminal.process(bytes);
        terminal.screen().contents()
    }

    fn frame(lines: &[&str], width: u16) -> Buffer {
        let mut buffer = Buffer::empty(Rect::new(0, 0, width, u16::try_from(lines.len()).unwrap()));
        for (y, line) in lines.iter().enumerate() {
            buffer.set_string(0, u16::try_from(y).unwrap(), line, Style::new());
        }
        buffer
    }

    #[test]
    fn a_frame_follows_what_was_there_and_is_replaced_in_place() {
        let mut screen = Screen::new(b"$ lop\r\n".to_vec());
        screen.draw(frame(&["one", "two two", "three"], 10)).unwrap();
        assert_eq!(seen(&screen.out, (8, 12)), "$ lop\none\ntwo two\nthree");
        screen.draw(frame(&["one", "2", "threefold"], 10)).unwrap();
        assert_eq!(seen(&screen.out, (8, 12)), "$ lop\none\n2\nthreefold");
        screen.say("a line\nthat stays").unwrap();
        screen.draw(frame(&["文字x"], 10)).unwrap();
        assert_eq!(seen(&screen.out, (8, 12)), "$ lop\na line\nthat stays\n文字x");
        screen.erase().unwrap();
        assert_eq!(seen(&screen.out, (8, 12)), "$ lop\na line\nthat stays");
    }

    #[test]
    fn a_frame_at_the_lower_end_scrolls_what_is_above() {
        let mut screen = Screen::new(b"1\r\n2\r\n3\r\n".to_vec());
        screen.draw(frame(&["a", "b", "c"], 10)).unwrap();
        screen.draw(frame(&["a", "B", "c"], 10)).unwrap();
        assert_eq!(seen(&screen.out, (4, 12)), "3\na\nB\nc");
    }

    #[test]
    fn only_what_differs_is_sent() {
        let mut screen = Screen::new(Vec::new());
        let long = "x".repeat(60);
        screen.draw(frame(&[&long, "12 questions", &long], 70)).unwrap();
        let sent = screen.out.len();
        screen.draw(frame(&[&long, "13 questions", &long], 70)).unwrap();
        let step = screen.out.len() - sent;
        assert!(step < 50, "{step} bytes for one digit");
        screen.draw(frame(&[&long, "13 questions", &long], 70)).unwrap();
        assert_eq!(screen.out.len(), sent + step, "nothing has changed");
    }

    #[test]
    fn a_frame_of_another_size_takes_the_place_of_the_old_one() {
        let mut screen = Screen::new(b"$\r\n".to_vec());
        screen.draw(frame(&["one", "two", "three"], 20)).unwrap();
        screen.draw(frame(&["one"], 20)).unwrap();
        assert_eq!(seen(&screen.out, (8, 22)), "$\none");
        screen.draw(frame(&["1", "2", "3", "4"], 20)).unwrap();
        assert_eq!(seen(&screen.out, (8, 22)), "$\n1\n2\n3\n4");
    }

    #[test]
    fn rows_that_do_not_fit_any_more_are_cleared_as_the_terminal_wraps_them() {
        // The terminal has become narrower, and what was one row is two: of that only the second is left below.
        let shown = frame(&["0123456789", "ab"], 20);
        let mut screen = Screen { out: Vec::new(), shown: Some(shown) };
        screen.draw(frame(&["x"], 6)).unwrap();
        let sent = [b"$\r\n0123456\r\n789\r\nab\r".to_vec(), screen.out].concat();
        assert_eq!(seen(&sent, (8, 7)), "$\nx");
    }
}
