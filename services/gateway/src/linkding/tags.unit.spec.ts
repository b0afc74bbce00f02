import fc from "fast-check";
import { expect, test } from "vitest";
import { areSameTags, meantTags, named, namedTags, numberOf, tagNames } from "./tags.ts";

const account = ["read later", "Rust", "rust-lang", "rust lang", "a, b"].map((name) => ({ name, count: 1 }));

test("an app sees tags without blanks and commas, each once, in the order of their characters", () => {
  expect(tagNames(["read later", "a, b", "Zoo", "Read-Later"])).toEqual(["Read-Later", "Zoo", "a-b"]);
});

test("given tags that are sent back as they came, then they are the link's own", () => {
  const tag = fc.stringMatching(/^[a-cA-C]([ ,-][a-c])?$/);
  fc.assert(
    fc.property(fc.array(tag), fc.array(tag), (tags, others) => {
      const known = others.map((name) => ({ name, count: 1 }));
      expect(areSameTags(meantTags(known)(tagNames(tags), tags), tags)).toBe(true);
    }),
  );
});

test.each([
  ["read-later", ["read later"]],
  ["RUST", ["Rust"]],
  ["rust-lang", ["rust-lang"]],
  ["new", ["new"]],
])("given %s for a link without it, then the account's own tag is meant", (name, meant) => {
  expect(meantTags(account)([name])).toEqual(meant);
});

test("given many names, then the tags of the account, which may be very many, are looked through once for all of them", () => {
  let reads = 0;
  const counted = account.map(({ name, count }) => ({
    get name() {
      reads++;
      return name;
    },
    count,
  }));
  const names = Array.from({ length: 50 }, (_, n) => `new-${n}`);
  expect(meantTags(counted)([...names, "read-later"])).toEqual([...names, "read later"]);
  expect(reads).toBeLessThanOrEqual(2 * account.length);
});

test("an id is a positive integer of 31 bits, the same for a tag whatever its case, and for the tags an app can't tell apart", () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(numberOf(text)).toBeGreaterThan(0);
      expect(numberOf(text)).toBeLessThan(2 ** 31);
    }),
  );
  const tags = namedTags(account);
  expect(tags.map(({ name, tags: own }) => [name, own])).toEqual([
    ["read-later", ["read later"]],
    ["Rust", ["Rust"]],
    ["rust-lang", ["rust-lang", "rust lang"]],
    ["a-b", ["a, b"]],
  ]);
  expect(named("RUST-lang").id).toBe(tags[2]?.id);
});
