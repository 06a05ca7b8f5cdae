//! Parts, what they cost, and what is there of them.

use std::collections::BTreeMap;
use std::fmt;

type Amount = u32;
type Stock = BTreeMap<String, Amount>;

#[derive(Debug, Clone, PartialEq)]
enum Problem {
    Unknown(String),
    Short { wanted: Amount, there: Amount },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Unknown(name) => write!(f, "no {name}"),
            Problem::Short { wanted, there } => write!(f, "{wanted} of {there}"),
        }
    }
}

trait Named {
    fn name(&self) -> &str;
    fn shout(&self) -> String {
        self.name().to_uppercase()
    }
}

trait Priced: Named {
    fn price(&self) -> Amount;
}

struct Part {
    name: String,
    price: Amount,
}

impl Named for Part {
    fn name(&self) -> &str {
        &self.name
    }
}

impl Priced for Part {
    fn price(&self) -> Amount {
        let base = self.price;
        let extra = surcharge(base);
        let total = base + extra;
        total
    }
}

fn surcharge(price: Amount) -> Amount {
    if price > 10 { price / 10 } else { 1 }
}

struct Shop {
    stock: Stock,
    parts: Vec<Part>,
}

impl Shop {
    fn new() -> Shop {
        let mut shop = Shop { stock: Stock::new(), parts: Vec::new() };
        for (name, price, count) in [("bolt", 3, 40), ("gear", 25, 4)] {
            shop.parts.push(Part { name: name.to_string(), price });
            *shop.stock.entry(name.to_string()).or_insert(0) += count;
        }
        shop
    }

    fn take(&mut self, name: &str, wanted: Amount) -> Result<Amount, Problem> {
        let there = self.stock.get_mut(name).ok_or_else(|| Problem::Unknown(name.to_string()))?;
        if *there < wanted {
            return Err(Problem::Short { wanted, there: *there });
        }
        *there -= wanted;
        let part = self.parts.iter().find(|it| it.name() == name).map(price_of).unwrap_or_default();
        Ok(part * wanted)
    }
}

fn price_of<P: Priced>(part: &P) -> Amount {
    part.price()
}

fn main() {
    let mut shop = Shop::new();
    for (name, wanted) in [("gear", 1), ("gear", 3), ("nut", 1)] {
        match shop.take(name, wanted) {
            Ok(cost) => println!("{cost}"),
            Err(problem) => println!("{problem}"),
        }
    }
    println!("{}", shop.parts.iter().map(Named::shout).collect::<Vec<_>>().join(" "));
}
