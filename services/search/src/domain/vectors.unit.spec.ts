import type { UserId } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { indexed, indexedAddress, indexedTags, ownedBy, siteName, withoutPlaces } from "./vectors.ts";

describe("a vector", () => {
  test("given a text, then each word has its position, and its stems the same one", () => {
    expect(indexed(["Two houses"], "A")).toEqual({
      vector: "'two':2A 'houses':3A '~hous':3A",
      words: ["two", "houses"],
    });
  });

  test("given several texts, then there is a gap between them, and before the first", () => {
    expect(indexed(["ab cd", "ef"], "B").vector).toBe("'ab':2B 'cd':3B 'ef':5B");
  });

  test("given words without places, then all have the same, up to what fits into a vector, and no more are read", () => {
    expect([...withoutPlaces(new Set(["two", "it's"]), "D")]).toEqual(["'two':3D", "'it''s':3D"]);
    let read = 0;
    function* many(): Generator<string> {
      while (read < 120_000) yield `w${read++}`;
    }
    expect([...withoutPlaces(many(), "D")].length).toBeLessThan(80_000);
    expect(read).toBeLessThan(80_000);
  });

  test.each(["example.com", "*.Example.COM", ".example.com:8080", "https://example.com/a?b", "HTTP://example.com"])(
    "given %s as a site, then its lexeme is that of the host",
    (site) => {
      expect(siteName(site)).toBe("@example.com");
    },
  );

  test("given the sign of names in any text, then it is of no word", () => {
    const { vector } = indexed(["=0189 @b.example #c"], "A");
    expect([vector, indexedTags(["=0189"]).vector].join(" ")).not.toMatch(/'[=@]|'#[^=]/);
    expect(ownedBy("0189" as UserId, "'a' | 'b'")).toBe("'=0189' & ('a' | 'b')");
  });

  test("given tags, then each is indexed by its words, and as a whole without case", () => {
    expect(indexedTags(["To Read", "it's"]).vector).toBe(
      "'to':2B 'read':3B 'it':5B 's':6B 'its':8B '~it':8B '#to read' '#it''s'",
    );
    expect(indexedTags([])).toEqual({ vector: "", words: [] });
  });

  test("given an address, then its words, its host and the domains of the host are indexed", () => {
    const { vector, words } = indexedAddress("https://www.news.example:8080/M%C3%BCller");
    expect(words).toEqual(["news", "example", "8080", "muller"]);
    expect(vector).toMatch(/'@www\.news\.example' '@news\.example'$/);
  });

  test("given an address with escapes that are no UTF-8, or an invalid host, then the rest is indexed", () => {
    expect(indexedAddress("https://a.example/%FF%00/schmidt").words).toContain("schmidt");
    expect(indexedAddress(`https://${"a.".repeat(500)}b/pine`).vector).not.toContain("@");
    expect(indexedAddress("https://xn--mnchen-3ya.xn--p1ai/a").words).toEqual(
      expect.arrayContaining(["munchen", "рф", "xn"]),
    );
    expect(indexedAddress("https://xn--\u0301.example/a").words).toContain("a");
    expect(indexedAddress("no address").words).toEqual(["no", "address"]);
  });
});
