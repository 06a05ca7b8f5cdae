"""Accounts, what they earn, and a report."""
import json
from collections import namedtuple
from functools import reduce

RATE = 3
Entry = namedtuple("Entry", ["kind", "amount"])


class Account:
    def __init__(self, owner, balance=0):
        self.owner = owner
        self.balance = balance
        self.entries = []

    def deposit(self, amount):
        self.balance += amount
        self.entries.append(Entry("in", amount))
        return self

    def withdraw(self, amount):
        if amount > self.balance:
            raise ValueError("too little")
        self.balance -= amount
        self.entries.append(Entry("out", amount))
        return self

    def report(self):
        return {"owner": self.owner, "balance": self.balance, "entries": len(self.entries)}


class Savings(Account):
    def __init__(self, owner, balance=0, rate=RATE):
        super().__init__(owner, balance)
        self.rate = rate

    def earn(self, years):
        for _ in range(years):
            gain = self.balance * self.rate // 100
            self.deposit(gain)
        return self


def by_balance(account):
    return account.balance


def total(accounts):
    return reduce(lambda sum, it: sum + it.balance, accounts, 0)


def main():
    accounts = [Account("ann", 50), Savings("bob", 1000), Savings("cid", 200, rate=10)]
    accounts[0].deposit(25)
    try:
        accounts[0].withdraw(100)
    except ValueError as problem:
        print(problem)
    for it in accounts[1:]:
        it.earn(2)
    for it in sorted(accounts, key=by_balance):
        print(json.dumps(it.report()))
    print(total(accounts))


if __name__ == "__main__":
    main()
