import { describe, expect, test } from "vitest";
import { readSubject, subjectIn, titleIn } from "./subject.ts";

const cleanSubject = (text: string): string => readSubject(text).subject;

describe("a subject", () => {
  test.each([
    ["Hello", "Hello"],
    ["Re: Hello", "Hello"],
    ["RE: FW: Fwd: AW: WG: Hello", "Hello"],
    ["re: fwd: Hello", "Hello"],
    ["re:fwd:Hello", "re:fwd:Hello"],
    ["Re:Zero", "Re:Zero"],
    ["re:publica 2027", "re:publica 2027"],
    ["VS: Code", "VS: Code"],
    ["Res: publica", "Res: publica"],
    ["ENC: 10 years", "ENC: 10 years"],
    ["I: Claudius", "I: Claudius"],
    ["TR: 808", "TR: 808"],
    ["Fwd: ENC: 10 years", "10 years"],
    ["[2026] A paper", "[2026] A paper"],
    ["Fwd: [2026] A paper", "[2026] A paper"],
    ["[PDF] A paper", "[PDF] A paper"],
    ["[External Email] Hello", "Hello"],
    ["[EXTERNAL] Re: Hello", "Hello"],
    ["[EXT] Fw: [External Sender] Hello", "Hello"],
    ["***EXTERNAL*** Hello", "Hello"],
    ["[CAUTION: External Email] Hello", "Hello"],
    ["[External Wilds] Hello", "[External Wilds] Hello"],
    ["回复:你好", "你好"],
    ["Továbbítás: Hello", "Hello"],
    ["Ynt: İlt: Hello", "Hello"],
    ["Redir.: Hello", "Hello"],
    ["Re[2]: Hello", "Hello"],
    ["Re (3): Hello", "Hello"],
    ["Re： Hello", "Hello"],
    ["Hello Re: you", "Hello Re: you"],
    ["Regarding: Hello", "Regarding: Hello"],
    ["Forward: Hello", "Forward: Hello"],
    ["[Fwd: Hello]", "Hello"],
    ["Hello (fwd)", "Hello"],
    ["Re:", ""],
    ["SV: VS: Antw: TR: RV: Odp: Hello", "Hello"],
    ["回复：转发: Hello", "Hello"],
    ["Re^2: Hello", "Hello"],
    ["[haskell-cafe] Re: Hello", "Hello"],
    ["Re: [EXTERN] Fwd: [lwn.net] Hello", "Hello"],
    ["[two words] Hello", "[two words] Hello"],
    ["[alone]", "[alone]"],
    ["  a \t\r\n b\u00a0 c ", "a b c"],
    ["a\0b\u0007c\u001b[31m", "abc[31m"],
    ["\0Re: Hello", "Hello"],
    ["abc\u202egpj.exe", "abcgpj.exe"],
    ["", ""],
  ])("%j is the title %j", (subject, title) => expect(cleanSubject(subject)).toBe(title));

  test.each([
    ["VS: Code", "Code", "unsure"],
    ["RES: Hello", "Hello", "answer"],
    ["ENC: Hello", "Hello", "forward"],
    ["R: I: Hello", "Hello", "answer"],
    ["[list] Hello", "Hello", undefined],
    ["[2026] Hello", "[2026] Hello", undefined],
  ])("of an answer or forward, %j is the title %j, and says that it is: %s", (subject, title, kind) =>
    expect(readSubject(subject, true)).toMatchObject({ subject: title, kind }),
  );

  test.each([
    ["Re: Fwd: Hello", "answer"],
    ["FW: AW: Hello", "forward"],
    ["[list] WG: Hello", "forward"],
    ["Hello", undefined],
  ])("%j says that the mail is: %s", (subject, kind) => expect(readSubject(subject).kind).toBe(kind));

  test("is cut to 300 characters after its prefixes are gone, without halving one", () => {
    expect(cleanSubject(`Re: ${"x".repeat(301)}`)).toBe("x".repeat(300));
    expect(cleanSubject(`${"x".repeat(299)}😀`)).toBe("x".repeat(299));
    expect(cleanSubject(`${"x".repeat(298)}😀`)).toBe(`${"x".repeat(298)}😀`);
  });

  test("keeps no half characters", () => {
    expect(cleanSubject("a\ud800b")).toBe("a\ufffdb");
  });
});

test.each<[string, Record<string, string>, string]>([
  ["in-reply-to", { "in-reply-to": "<a@example.org>" }, "10 years"],
  ["references", { references: "<a@example.org>" }, "10 years"],
  ["thread-topic", { "thread-topic": "10 years" }, "10 years"],
  ["thread-topic, encoded", { "thread-topic": "=?utf-8?q?10_years?=" }, "10 years"],
  ["none", {}, "ENC: 10 years"],
  ["empty ones", { "in-reply-to": "", references: "", "thread-topic": "" }, "ENC: 10 years"],
  ["thread-topic with the same prefix", { "thread-topic": "ENC: 10 years" }, "ENC: 10 years"],
  ["thread-topic of something else", { "thread-topic": "Breads" }, "ENC: 10 years"],
])("whether an unsure prefix is one, tell other fields: %s", (_, others, subject) => {
  const fields = Object.entries({ subject: "ENC: 10 years", ...others }).map(([name, value]) => ({ name, value }));
  expect(subjectIn(fields).subject).toBe(subject);
});

describe("the tags of a subject", () => {
  test.each<[string, string, string[]]>([
    ["A page #reading", "A page", ["reading"]],
    ["Fwd: A page #to-read #später_mal", "A page", ["to-read", "später_mal"]],
    ["A page ＃漢字 #हिन्दी", "A page", ["漢字", "हिन्दी"]],
    ["#only #tags", "", ["only", "tags"]],
    ["A page #A #b #a", "A page", ["A", "b"]],
    ["C# and #hash in the middle", "C# and #hash in the middle", []],
    ["Learning C#", "Learning C#", []],
    ["Episode #12", "Episode #12", []],
    ["A page #2024-plans", "A page", ["2024-plans"]],
    ["A page #one, #two", "A page", ["one", "two"]],
    ["A page #one.", "A page", ["one"]],
    ["A page, #one", "A page,", ["one"]],
    ["A page #", "A page #", []],
    ["A page#glued", "A page#glued", []],
    ["A page #<script>", "A page #<script>", []],
    ["A page #node.js #c++", "A page", ["node.js", "c++"]],
    ["A page #.net, #c#.", "A page", [".net", "c#"]],
    ["A page #dev/tools #A&B #rock'n'roll!", "A page", ["dev/tools", "A&B", "rock'n'roll"]],
    ["A page #1.2", "A page #1.2", []],
    ["#baking Bread", "Bread", ["baking"]],
    ["#a, #b Bread #c", "Bread", ["a", "b", "c"]],
    ["#BREAKING: Bread", "#BREAKING: Bread", []],
    ["#1 Bread", "#1 Bread", []],
    ["Fwd: #monday Bread", "#monday Bread", []],
    ["#baking https://example.org/", "https://example.org/", ["baking"]],
  ])("%j: title %j, tags %j", (subject, title, tags) => expect(readSubject(subject)).toMatchObject({ title, tags }));

  test("are each at most 40 characters long, and 50 together", () => {
    const long = "x".repeat(41);
    expect(readSubject(`A page #${long}`)).toMatchObject({ title: `A page #${long}`, tags: [] });
    expect(readSubject(`A page #${long.slice(1)}`)).toMatchObject({ title: "A page", tags: [long.slice(1)] });
    const many = Array.from({ length: 60 }, (_, i) => `#t${i}`).join(" ");
    expect(readSubject(many).tags).toHaveLength(50);
  });
});

test.each([
  ["Bread: https://example.org/a (nice)", "Bread: (nice)"],
  ["<www.example.org/a> Bread", "Bread"],
  ["www.example.org", ""],
  ["Mail for ada@www.example.org came back", "Mail for ada@www.example.org came back"],
])("of the subject %j the title is %j: addresses of pages are left out, those of people are not", (subject, title) => {
  expect(titleIn(readSubject(subject))).toBe(title);
});
