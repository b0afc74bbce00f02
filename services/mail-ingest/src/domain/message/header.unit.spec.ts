import { describe, expect, test } from "vitest";
import { fieldsNamed, splitHeader } from "./header.ts";

const split = (text: string) => splitHeader(Buffer.from(text));

describe("a header", () => {
  test("is its fields in order, names in lower case, values unfolded", () => {
    expect(split("From: a@b.example\r\nSubject: one\r\n two\r\n\r\nTo: body")).toEqual([
      { name: "from", value: "a@b.example" },
      { name: "subject", value: "one two" },
    ]);
  });

  test("knows a field by its name also with white space before the colon", () => {
    const fields = split("From : a@b.example\r\nFROM:c@d.example\r\n\r\n");
    expect(Array.isArray(fields) && fieldsNamed(fields, "from")).toEqual(["a@b.example", "c@d.example"]);
  });

  test("may be the whole mail", () => {
    expect(split("From: a@b.example\r\n")).toEqual([{ name: "from", value: "a@b.example" }]);
  });

  test.each([
    ["a bare carriage return", "From: a@b.example\rFrom: c@d.example\r\n\r\n"],
    ["a bare line feed", "X: y\nFrom: c@d.example\r\n\r\n"],
    ["a NUL", "From: a@b.example\0\r\n\r\n"],
    ["a line without a colon", "From: a@b.example\r\nhello\r\n\r\n"],
    ["a line without a name", ": a@b.example\r\n\r\n"],
    ["a continuation of nothing", " a@b.example\r\n\r\n"],
  ])("with %s is malformed", (_name, text) => expect(split(text)).toBe("malformed"));

  test("with a name that is nearly all white space is looked at once: anybody may send it", () => {
    const before = process.cpuUsage();
    expect(split(`X${"\t".repeat(100_000)}Y: z\r\n\r\n`)).toBe("malformed");
    const { user } = process.cpuUsage(before);
    // Seconds; to look at all of it again from each place takes far longer.
    expect(user / 1e6).toBeLessThan(3);
  });

  test("over its limits in octets or lines is too large", () => {
    expect(split(`X: ${"x".repeat(110_000)}\r\n\r\n`)).toBe("too-large");
    expect(split(`${"X: y\r\n".repeat(1001)}\r\n`)).toBe("too-large");
  });
});
