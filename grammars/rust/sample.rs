#!/usr/bin/env rust-script
//! A sample of the language.
#![allow(dead_code, unused_variables)]

extern crate alloc;
extern crate core as kernel;
use alloc;
use std::mem::swap;
use std::io::{Read};
use std::{fs::File, path::Path};
use std::collections::{self, HashMap, hash_map as map};
use std::fmt::*;
use crate::inner::deep as shallow;

/// A constant.
///
/// ```
/// # use sample::LIMIT;
/// let half = LIMIT / 2;
/// assert!(half < LIMIT);
/// ```
pub const LIMIT: usize = 1 << 4;
static mut COUNTER: u32 = compute(0);
type Pair<'a, T> = (T, &'a str);

macro_rules! maximum {
    ($first:expr $(, $rest:expr)* $(,)?) => {{
        let mut best = $first;
        $(if $rest > best { best = $rest; })*
        best
    }};
    () => { 0 };
}

#[derive(Debug, Clone)]
#[repr(C)]
pub struct Point<T: Copy = f32, const N: usize = 2>
where
    T: Into<f64> + ?Sized,
{
    pub(crate) x: T,
    y: [T; N],
    names: HashMap<String, Vec<Option<u8>>>,
    callback: Box<dyn Fn(i32, &str) -> bool + Send + 'static>,
}

/**
 * Nothing.
 *
 * ```no_run
 * compute(2);
 * ```
 */
struct Unit;
struct Tuple(pub i32, String);
union Bits { number: u32, real: f32 }

enum Shape<'a> {
    Empty,
    Circle(f32),
    Rectangle { width: f32, height: f32 },
    Named(&'a str),
}
enum Code { One = 1, Two }

pub trait Area: Sized + Clone {
    const SIDES: u32 = 0;
    type Output: Default;
    fn area(&self) -> f32;
    fn name(&mut self, prefix: &str) -> String { format!("{}{}", prefix, 1) }
}

impl<'a> Area for Shape<'a> {
    type Output = f32;
    fn area(&self) -> f32 {
        match self {
            Shape::Empty => 0.0,
            Shape::Circle(radius) if *radius > 0.0 => 3.14 * radius * radius,
            Shape::Circle(_) | Shape::Named(..) => return 0.5,
            Self::Rectangle { width, height: other } => {
                let scale = 2.0;
                width * other * scale
            }
        }
    }
}

impl Tuple {
    pub const fn new(first: i32) -> Self { Tuple(first, String::new()) }
    unsafe fn raw(self: Box<Self>, pointer: *const u8) -> *mut u8 { pointer as *mut _ }
}

impl<T> From<()> for Point<T> where T: Copy { fn from(_: ()) -> Point<T> { todo!() } }

impl inner::Deep { fn depth(&self) -> u8 { 1 } }
impl<T> inner::Wide<T> {}

unsafe extern "C" {
    fn puts(text: *const u8, ...) -> i32;
}
extern "C" fn exported(value: i32) -> i32 { -value }

trait Convert<T> { fn convert(&self, from: T); }
fn default_of<T>(of: T) -> T { default_of::<T>(of) }
fn call(it: fn(u8) -> u8) -> u8 { it(1) }

mod inner {
    pub(super) fn deep(value: u64) -> u64 {
        super::LIMIT as u64 + value
    }
    pub struct Deep;
    pub struct Wide<T>(T);
    pub mod empty {}
}

fn bound<F: for<'c> Fn(&'c u8)>(with: F, at: for<'d> fn(&'d u8)) {}

fn generic<T, F>(items: &[T], mut keep: F) -> Vec<T>
where
    T: Clone + PartialEq,
    for<'b> F: FnMut(&'b T) -> bool,
{
    let mut kept = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        if index > 3 && !keep(item) {
            continue;
        } else if let Some(last) = kept.last() {
            if last == item { break; }
        } else {
            kept.push(item.clone());
        }
    }
    kept
}

fn control(mut count: i32, text: &'static str) -> Result<i32, Box<dyn std::error::Error>> {
    let parsed: i32 = text.trim().parse()?;
    let (a, ref b): (i32, u8) = (1, 2u8);
    let [first, .., last] = [1, 2, 3];
    let Some(value) = Some(a) else { return Ok(-1); };
    let closure = |x: i32, _y| -> i32 { x + parsed };
    let short = move |it| it * 2;
    let range = 0..=10;
    'outer: loop {
        while count < 10 {
            count += 1;
            if count == 5 { break 'outer; }
        }
        let found = loop { break 7; };
        count -= found;
    }
    let (mut left, &right) = (a, &b);
    'rows: for row in 0..3 { if row > left { continue 'rows; } left += match row { other => other }; }
    'again: while left > 5 { break 'again; }
    let point = Point { x: 1.0, y: [0.0; 2], ..Default::default() };
    let text = "plain \n text"; let raw = r#"raw "text""#;
    let bytes = (b"bytes", b'x', 'c', '\u{41}', 1_000i64, 0xff, 1e3, true);
    let nested = maximum!(a, closure(1, 2), short(3));
    unsafe { COUNTER = COUNTER.wrapping_add(1); }
    let picked = match value { 0 => "zero", 1..=9 => "digit", n @ 10 => "ten", -1 => "minus", _ => { "many" } };
    let borrowed = &mut count; let other = &a;
    *borrowed = !first << 1 ^ last;
    let array = [1u8, 2, 3]; let element = array[1] as usize; let pair = (a, *b);
    while let Some(1) = range.clone().next() {}
    if (a > 1) == true || pair.0 != 2 { println!("{} {:?}", text, raw); }
    let turbo = Vec::<u8>::new(); let sum = [1, 2].iter().map(|it| it + 1).sum::<i32>();
    let cow: Cow<'_, str> = Cow::<'static, str>::Owned(String::new());
    Ok(nested)
}

async fn later(input: impl Iterator<Item = u32>) -> u32 {
    let block = async move { 1 };
    let ready = block.await;
    { 2 };
    ready
}

pub use self::inner::deep;

fn main() {
    let Point { x, .. } = made;
    let shape = Shape::Rectangle { width: 1.0, height: 2.0 };
    let total = generic(&[1, 2, 3], |it| *it != 2).len();
    control(total as i32, "1").unwrap_or_default();
    assert_eq!(shape.area(), 2.0, "area of {}", total);
    <Tuple as Into<u8>>::into(Tuple::new(1));
}

trait Made<T> {
    fn made(from: T) -> Self;
}

fn make<T, U: Made<T>>(from: T) -> U {
    U::made(from)
}

fn makes() {
    self::make::<u8, Unit>(1);
    let again = make::<u8, Unit>;
}

impl core::fmt::Display for Unit {
    fn fmt(&self, _: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        Ok(())
    }
}

impl core::ops::Add<u8> for Unit {
    type Output = u8;

    fn add(self, by: u8) -> u8 {
        by
    }
}

#[cfg(test)]
mod tests {
    #[test]
    #[inline]
    fn it_works() {}
}
