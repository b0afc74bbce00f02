import { describe, expect, test } from "vitest";
import { linksInMail } from "./links.ts";

const inText = (text: string) => linksInMail({ text, html: undefined });

describe("the links of a mail", () => {
  test("are those of the HTML, and those of the text only when the HTML has none", () => {
    const text = "https://text.example";
    expect(linksInMail({ text, html: '<a href="https://html.example">x</a>' })).toEqual(["https://html.example"]);
    expect(linksInMail({ text, html: "<p>picture</p>" })).toEqual(["https://text.example"]);
    expect(linksInMail({ text: undefined, html: undefined })).toEqual([]);
  });

  test("are each there once, as first written", () => {
    expect(inText("https://Example.com https://example.com/ https://example.com/a https://example.com/a")).toEqual([
      "https://Example.com",
      "https://example.com/a",
    ]);
  });

  test("are at most 100, the first ones", () => {
    const links = Array.from({ length: 150 }, (_, i) => `https://example.com/${i}`);
    expect(inText(links.join("\n"))).toEqual(links.slice(0, 100));
  });

  test("are each at most 2,048 characters long: a longer one is left out, not cut", () => {
    const fits = `https://example.com/${"x".repeat(2048 - 20)}`;
    expect(inText(`${fits}y ${fits}`)).toEqual([fits]);
  });

  test("take together no more room than an event has", () => {
    const links = Array.from({ length: 100 }, (_, i) => `https://example.com/${i}/${"ü".repeat(2000)}`);
    const found = inText(links.join("\n"));
    expect(found.length).toBeGreaterThan(50);
    expect(Buffer.byteLength(JSON.stringify(found))).toBeLessThan(256 * 1024 - 16 * 1024);
  });

  test("are web addresses that a browser can open", () => {
    const html = ["http://", "https://exa mple.com", "https://example.com:99999/", "https://good.example"];
    expect(linksInMail({ text: undefined, html: html.map((href) => `<a href="${href}">x</a>`).join("") })).toEqual([
      "https://good.example",
    ]);
  });
});
