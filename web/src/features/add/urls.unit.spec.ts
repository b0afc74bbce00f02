import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { urlsIn, urlsTyped } from "./urls.ts";

describe("the web addresses in a text", () => {
  test.each([
    ["alone", "https://example.org/a", ["https://example.org/a"]],
    [
      "in a sentence",
      "Look (https://example.org/a), and http://b.example!",
      ["https://example.org/a", "http://b.example"],
    ],
    ["with brackets of their own", "https://example.org/Bread_(food).", ["https://example.org/Bread_(food)"]],
    [
      "in angle brackets and quotes",
      '<https://a.example> "https://b.example"',
      ["https://a.example", "https://b.example"],
    ],
    [
      "one a line, each once",
      "https://a.example\nhttps://b.example\nhttps://a.example",
      ["https://a.example", "https://b.example"],
    ],
    [
      "of feeds, by the web address that they name",
      "feed:https://a.example/rss feed://b.example/rss https://c.example/?u=feed://d.example",
      ["https://a.example/rss", "http://b.example/rss", "https://c.example/?u=feed://d.example"],
    ],
    ["in other letters", "https://käse.example/straße", ["https://käse.example/straße"]],
    ["of other kinds are none", "javascript:alert(1) ftp://a.example mailto:a@b.example data:text/html,x", []],
    ["without a host are none", "https://", []],
    ["that are endless are none", `https://a.example/${"a".repeat(3000)}`, []],
    ["without their beginning are none here", "example.org", []],
  ])("%s", (_, text, urls) => {
    expect(urlsIn(text)).toEqual(urls);
  });

  it("are web addresses, whatever is pasted", () => {
    const pieces = fc.constantFrom("https://", "http://[", "a.example", "(", ")", "]", ".", " ", "\0", "javascript:");
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ maxLength: 5 })), { maxLength: 20 }), (parts) => {
        for (const url of urlsIn(parts.join(""))) expect(new URL(url).protocol).toMatch(/^https?:$/);
      }),
    );
  });
});

test.each([
  ["example.org", ["https://example.org"]],
  ["www.example.org/a?b=c, other.example", ["https://www.example.org/a?b=c", "https://other.example"]],
  ["http://example.org", ["http://example.org"]],
  ["example.org:8443/a", ["https://example.org:8443/a"]],
  ["127.0.0.1:3610/x", ["http://127.0.0.1:3610/x"]],
  ["192.168.1.1", ["http://192.168.1.1"]],
  ["localhost, localhost:3000", ["http://localhost", "http://localhost:3000"]],
  ["nas:8080/x?y", ["http://nas:8080/x?y"]],
  ["just words", []],
  ["Mark 4:35, 1.2.3 and 10:30", []],
  ["anna@post.example", []],
  ["1.5 and 10.000", []],
])("typed as %s", (text, urls) => {
  expect(urlsTyped(text)).toEqual(urls);
});
