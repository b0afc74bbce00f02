import { describe, expect, test } from "vitest";
import { findSender } from "./sender.ts";

const from = (...values: string[]) => values.map((value) => ({ name: "from", value }));

describe("the sender of a mail", () => {
  test("is the normalised address of its From field", () => {
    expect(findSender(from("Anna <Anna@Example.ORG>"))).toBe("anna@example.org");
    expect(findSender(from("anna@bücher.example"))).toBe("anna@xn--bcher-kva.example");
  });

  test("is undefined without a From field, with two, or with an empty one", () => {
    expect(findSender([])).toBeUndefined();
    expect(findSender(from("anna@example.org", "anna@example.org"))).toBeUndefined();
    expect(findSender(from(""))).toBeUndefined();
  });

  test("is not taken from Sender, Reply-To or a resent field", () => {
    for (const name of ["sender", "reply-to", "resent-from", "x-from"]) {
      expect(findSender([{ name, value: "anna@example.org" }])).toBeUndefined();
    }
  });
});
