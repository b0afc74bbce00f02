import { describe, expect, test } from "vitest";
import { findSender, parseMailbox } from "./sender.ts";

const from = (...values: string[]) => values.map((value) => ({ name: "from", value }));

describe("the sender of a mail", () => {
  test("is the one address of its one From field, in its one spelling", () => {
    expect(findSender(from("Anna <Anna@Example.ORG>"))).toBe("anna@example.org");
    expect(findSender(from("anna@bücher.example"))).toBe("anna@xn--bcher-kva.example");
  });

  test("is nobody without a From field, with two, or with an empty one", () => {
    expect(findSender([])).toBeUndefined();
    expect(findSender(from("anna@example.org", "anna@example.org"))).toBeUndefined();
    expect(findSender(from(""))).toBeUndefined();
  });

  test("is not who is named in Sender, Reply-To or a resent field", () => {
    for (const name of ["sender", "reply-to", "resent-from", "x-from"]) {
      expect(findSender([{ name, value: "anna@example.org" }])).toBeUndefined();
    }
  });
});

describe("a mailbox", () => {
  test.each([
    ["anna@example.org", "anna@example.org"],
    ["<anna@example.org>", "anna@example.org"],
    ["Anna Müller <anna@example.org>", "anna@example.org"],
    ['"Müller, Anna" <anna@example.org>', "anna@example.org"],
    ['"eve@evil.example" <anna@example.org>', "anna@example.org"],
    ['"quoted \\" mark" <anna@example.org>', "anna@example.org"],
    ["=?utf-8?q?Anna_=40evil?= <anna@example.org>", "anna@example.org"],
    ["anna@example.org (Anna, at home)", "anna@example.org"],
    ["(a (nested) comment) anna@example.org", "anna@example.org"],
    ["Anna < anna@example.org >", "anna@example.org"],
    ["anna+links@example.org", "anna+links@example.org"],
  ])("%s has the address %s", (value, address) => expect(parseMailbox(value)).toBe(address));

  test.each([
    "anna@example.org, eve@evil.example",
    "anna@example.org,",
    "anna@example.org; eve@evil.example",
    "Anna <anna@example.org> <eve@evil.example>",
    "Anna <anna@example.org>, Eve <eve@evil.example>",
    "anna@example.org <eve@evil.example>",
    "<anna@example.org> eve@evil.example",
    "anna@example.org eve@evil.example",
    "Friends: anna@example.org, eve@evil.example;",
    "Friends:;",
    "<@evil.example:anna@example.org>",
    "anna@evil.example@example.org",
    '"anna smith"@example.org',
    '"anna"@example.org <eve@evil.example>',
    'Anna "unclosed <anna@example.org>',
    "Anna (unclosed <anna@example.org>",
    "anna@example.org)",
    "<anna@example.org",
    "Anna <<anna@example.org>>",
    "anna",
    "<>",
  ])("%s has no single address", (value) => expect(parseMailbox(value)).toBeUndefined());
});
