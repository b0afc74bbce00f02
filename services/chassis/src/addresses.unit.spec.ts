import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normaliseAddress } from "./addresses.ts";

describe("the normal form of an address", () => {
  test.each([
    [" Anna.Meier+save@Example.ORG ", "anna.meier+save@example.org"],
    ["a@localhost", "a@localhost"],
    ["jürgen@müller.example", "jürgen@xn--mller-kva.example"],
    ["u\u0308@example.org", "ü@example.org"],
    // Only the small letter is composed with its accent.
    ["\u03aa\u0301@example.org", "\u0390@example.org"],
    [`${"x".repeat(64)}@example.org`, `${"x".repeat(64)}@example.org`],
    [`a@${"x".repeat(63)}.example`, `a@${"x".repeat(63)}.example`],
    ["o'neil!#$%&*/=?^_`{|}~-@example.org", "o'neil!#$%&*/=?^_`{|}~-@example.org"],
  ])("of %j is %j", (typed, address) => expect(normaliseAddress(typed)).toBe(address));

  test.each([
    ["without a local part", "@example.org"],
    ["without a domain", "a@"],
    ["without either", "anna"],
    ["with a domain of one label", "a@example"],
    ["with a local part of 65 octets", `${"ü".repeat(32)}x@example.org`],
    ["with a label of 64 characters", `a@${"x".repeat(64)}.example`],
    ["with an address of IPv4", "a@192.0.2.1"],
    ["with an address literal", "a@[192.0.2.1]"],
    ["with a top level of digits", "a@example.1"],
    ["with two dots in a row", "a..b@example.org"],
    ["with a dot at an end", "a.@example.org"],
    ["with an empty label", "a@example..org"],
    ["with a label that begins with a hyphen", "a@-x.example"],
    ["with a quoted local part", '"a b"@example.org'],
    ["with a second @", "a@b@example.org"],
    ["with white space within", "a b@example.org"],
    ["with a line end within", "a@example.org\r\nBcc: b@example.org"],
    ["with 255 characters", `${"a".repeat(60)}@${`${"x".repeat(60)}.`.repeat(3)}${"y".repeat(11)}`],
  ])("is none of one %s", (_, typed) => expect(normaliseAddress(typed)).toBeUndefined());

  test("is its own normal form, however the letters are written", () => {
    const part = fc.string({ unit: "binary", minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(part, part, (local, label) => {
        for (const [one, other] of [
          [local, label],
          [local.toUpperCase(), label.toUpperCase()],
          [local.normalize("NFD"), label.normalize("NFD")],
        ]) {
          const address = normaliseAddress(`${one}@${other}.example`);
          if (address !== undefined) expect(normaliseAddress(address)).toBe(address);
        }
      }),
      { numRuns: 20_000 },
    );
  });
});
