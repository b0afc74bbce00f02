import { describe, expect, test } from "vitest";
import { cleanSubject } from "./subject.ts";

describe("a subject", () => {
  test.each([
    ["Hello", "Hello"],
    ["Re: Hello", "Hello"],
    ["RE: FW: Fwd: AW: WG: Hello", "Hello"],
    ["re:fwd:Hello", "Hello"],
    ["Re[2]: Hello", "Hello"],
    ["Re (3): Hello", "Hello"],
    ["Re： Hello", "Hello"],
    ["Hello Re: you", "Hello Re: you"],
    ["Regarding: Hello", "Regarding: Hello"],
    ["Forward: Hello", "Forward: Hello"],
    ["Re:", ""],
    ["  a \t\r\n b\u00a0 c ", "a b c"],
    ["a\0b\u0007c\u001b[31m", "abc[31m"],
    ["\0Re: Hello", "Hello"],
    ["abc\u202egpj.exe", "abcgpj.exe"],
    ["", ""],
  ])("%j is the title %j", (subject, title) => expect(cleanSubject(subject)).toBe(title));

  test("is cut to 300 characters after its prefixes are gone, without halving one", () => {
    expect(cleanSubject(`Re: ${"x".repeat(301)}`)).toBe("x".repeat(300));
    expect(cleanSubject(`${"x".repeat(299)}😀`)).toBe("x".repeat(299));
    expect(cleanSubject(`${"x".repeat(298)}😀`)).toBe(`${"x".repeat(298)}😀`);
  });

  test("keeps no half characters", () => {
    expect(cleanSubject("a\ud800b")).toBe("a\ufffdb");
  });
});
