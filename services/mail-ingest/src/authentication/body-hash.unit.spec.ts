import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { bodyHash } from "./body-hash.ts";

const sha256 = (text: string): string => createHash("sha256").update(text, "latin1").digest("base64");
const hash = (text: string, way: "simple" | "relaxed") => bodyHash(Buffer.from(text, "latin1"), way);

describe("the hash of a body", () => {
  test("has the known values for nothing (RFC 6376 sections 3.4.3 and 3.4.4)", async () => {
    expect(await hash("", "simple")).toBe("frcCV1k9oG9oKj3dpUqdJg1PxRT2RSN/XKdLCPjaYaY=");
    expect(await hash("", "relaxed")).toBe("47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=");
  });

  test.each([
    [" C \r\nD \t E\r\n\r\n\r\n", " C\r\nD E\r\n"],
    ["a", "a\r\n"],
    ["a\t \t", "a\r\n"],
    ["\r\n\r\n", ""],
    [" \t\r\n \r\n", ""],
    ["\r\n\r\na", "\r\n\r\na\r\n"],
    ["a\rb\r\r\n", "a\rb\r\r\n"],
    ["\xff\x00 \xfe\r\n", "\xff\x00 \xfe\r\n"],
  ])("relaxed of %j is of %j", async (body, canonical) => expect(await hash(body, "relaxed")).toBe(sha256(canonical)));

  test.each([
    [" C \r\nD \t E\r\n\r\n\r\n", " C \r\nD \t E\r\n"],
    ["a", "a\r\n"],
    ["\r\n\r\n", "\r\n"],
    ["a\r\n \r\n", "a\r\n \r\n"],
    ["ab\n", "ab\n\r\n"],
    ["a\rb", "a\rb\r\n"],
  ])("simple of %j is of %j", async (body, canonical) => expect(await hash(body, "simple")).toBe(sha256(canonical)));

  test.each(["\t \r\n", "x  y \r\n", "\r\n", `${"x".repeat(70)}\r\n`, " ".repeat(1000)])(
    "of 10 MB of %j does not block the event loop",
    async (line) => {
      const body = Buffer.alloc(10 * 1024 * 1024, line);
      let turns = 0;
      const timer = setInterval(() => turns++, 0);
      await hash(`${body.toString("latin1")}z`, "relaxed");
      clearInterval(timer);
      expect(turns).toBeGreaterThan(5);
    },
  );
});
