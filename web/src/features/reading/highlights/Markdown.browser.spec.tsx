import { describe, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { Markdown } from "./Markdown.tsx";

const shown = async (text: string): Promise<HTMLElement> => (await render(<Markdown text={text} />)).container;

describe("given a note", () => {
  test.each([
    [
      "**strong** and *soft*, __strong__ and _soft_",
      "<strong>strong</strong> and <em>soft</em>, <strong>strong</strong> and <em>soft</em>",
    ],
    ["`a < b`", "<code>a &lt; b</code>"],
    ["snake_case_name and 2 * 3 * 4", "snake_case_name and 2 * 3 * 4"],
    ["one\ntwo", "one<br>two"],
    ["# Title", "Title"],
  ])("when it is %j, then its paragraph is %j", async (text, html) => {
    expect((await shown(text)).querySelector("p")?.innerHTML).toBe(html);
  });

  test("when it has lists and quotations, then they are lists and quotations", async () => {
    const note = await shown("- one\n- two\n\n1. first\n2. second\n\n> said\n> so");
    expect([...note.querySelectorAll("li")].map((item) => item.textContent)).toEqual(["one", "two", "first", "second"]);
    expect(note.querySelector("blockquote")?.innerHTML).toBe("said<br>so");
  });

  test("when it has addresses, then they are links that tell nobody where they were clicked", async () => {
    const note = await shown("See [this](https://a.example/x) and https://b.example/y.");
    expect([...note.querySelectorAll("a")].map((link) => [link.href, link.rel])).toEqual([
      ["https://a.example/x", "noreferrer noopener nofollow"],
      ["https://b.example/y", "noreferrer noopener nofollow"],
    ]);
  });

  test.each([
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "[x](javascript:alert(1))",
    "[x](data:text/html,<script>alert(1)</script>)",
    "[x](JaVaScRiPt:alert(1)) ![y](https://evil.example/p.png)",
    "[<img src=x onerror=alert(1)>](vbscript:x)",
  ])("when it is %j, then nothing of it runs or loads", async (text) => {
    const note = await shown(text);
    expect(note.querySelector("script, img, iframe, [onerror]")).toBe(null);
    for (const link of note.querySelectorAll("a")) expect(link.protocol).toMatch(/^(https?|mailto):$/);
  });
});
