import { describe, expect, test } from "vitest";
import { parseMailbox, parseMailboxes } from "./mailboxes.ts";

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
    ["anna@example.org <Anna@example.org>", "Anna@example.org"],
    ["'anna@example.org' <anna@example.org>", "anna@example.org"],
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

describe("the mailboxes of a To or Cc field", () => {
  test.each<[string, string[]]>([
    ["anna@example.org", ["anna@example.org"]],
    ["Anna <anna@example.org>, berta@example.org", ["anna@example.org", "berta@example.org"]],
    ['"Anna, at home" <anna@example.org>', ["anna@example.org"]],
    ["anna@example.org <berta@example.org>", ["berta@example.org"]],
    ['"anna@example.org" <berta@example.org> (carla@example.org)', ["berta@example.org"]],
    ["Friends: anna@example.org, Berta <berta@example.org>;", ["anna@example.org", "berta@example.org"]],
    ["undisclosed-recipients:;", []],
    ["<@example.net:anna@example.org>", []],
    ['"anna@example.org"@example.net, berta@example.org', ["berta@example.org"]],
    ["Anna (unclosed <anna@example.org>", []],
    ["", []],
  ])("%s are %j", (value, addresses) => expect(parseMailboxes(value)).toEqual(addresses));
});
