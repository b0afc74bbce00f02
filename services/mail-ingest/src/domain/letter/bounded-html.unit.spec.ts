import {
  LETTER_ATTRIBUTES,
  LETTER_HTML_CHARS,
  LETTER_NESTING,
  LETTER_PARENTHESES,
  LETTER_SIGNS,
  LETTER_TAGS,
} from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { boundedHtml } from "./bounded-html.ts";

const tagsIn = (html: string): number => html.match(/<\/?[a-z]/gi)?.length ?? 0;

/** The most elements that stand within each other, those that end by themselves not counted. */
function depthOf(html: string): number {
  let [open, most] = [0, 0];
  for (const [, slash] of html.matchAll(/<(\/?)(?:div|b|table|span)\b/gi)) {
    open = Math.max(0, open + (slash === "/" ? -1 : 1));
    most = Math.max(most, open);
  }
  return most;
}

describe("given HTML of a mail, when it is bounded", () => {
  test("then that of ordinary mails is as it was", () => {
    const mail = `<!doctype html><p class="a" style='b > c'>Text<br>more <a href=https://a.example/?x=<y>>link</a>${"<table><tr><td>x</td></tr></table>".repeat(1000)}`;
    expect(boundedHtml(mail)).toEqual({ html: mail, isCut: false });
  });

  test("then rows and paragraphs that are never closed are not deep", () => {
    const mail = `<table>${"<tr><td>a<td>b<p>c<li>d".repeat(2000)}`;
    expect(boundedHtml(mail)).toEqual({ html: mail, isCut: false });
  });

  test("then what is beyond its tags or characters is cut", () => {
    const { html, isCut } = boundedHtml("<p>x</p>".repeat(LETTER_TAGS));
    expect([tagsIn(html), isCut]).toEqual([LETTER_TAGS, true]);
    expect(boundedHtml("x".repeat(LETTER_HTML_CHARS + 1))).toEqual({
      html: "x".repeat(LETTER_HTML_CHARS),
      isCut: true,
    });
  });

  test.each(["<", "&amp;", "&lt;<"])("then what is beyond its signs is cut: %s", (piece) => {
    const { html, isCut } = boundedHtml(piece.repeat(150_000));
    expect([html.match(/[<&]/g)?.length, isCut]).toEqual([LETTER_SIGNS, true]);
  });

  test("then addresses of stylesheets are cut beyond their number", () => {
    const { html, isCut } = boundedHtml(`<style>${"url(x)".repeat(LETTER_PARENTHESES + 1)}`);
    expect([html.match(/\(/g)?.length, isCut]).toEqual([LETTER_PARENTHESES, true]);
  });

  test("then tags that begin within each other, each as long as the rest, are cut after a few", () => {
    const { html, isCut } = boundedHtml(`<b>x</b>${"<p".repeat(50_000)}`);
    expect([html, isCut]).toEqual([expect.stringMatching(/^<b>x<\/b>(?:<p){1,4}$/), true]);
  });

  test("then deep elements lose their tags, and keep their texts", () => {
    const levels = 5 * LETTER_NESTING;
    const { html, isCut } = boundedHtml(`${'<div title="y">a'.repeat(levels)}deep${"</div>b".repeat(levels)}<p>end`);
    expect(depthOf(html)).toBe(LETTER_NESTING);
    expect(isCut).toBe(false);
    expect(html).toContain("deep");
    expect(html.replace(/<[^<>]*>/g, "")).toBe(`${"a".repeat(levels)}deep${"b".repeat(levels)}end`);
  });

  test.each([
    ["with blanks", " a"],
    ["with slashes", "/a"],
    ["with values", ' a="b"'],
    ["without blanks", 'a="b"'],
  ])("then an element with attributes without end is left out, and its text stays: %s", (_name, attribute) => {
    const few = `<p${attribute.repeat(10).replace(/^(?![\s/])/, " ")}>x`;
    expect(boundedHtml(few).html).toBe(few);
    const many = `<p ${attribute.repeat(50 * LETTER_ATTRIBUTES)}>x<b>y`;
    expect(boundedHtml(many).html).toBe("x<b>y");
  });

  test.each([
    ["anchors", "<a href="],
    ["quotes", `<a href="`],
    ["both quotes", `<a x='" y="' `],
    ["blanks", `<a ${" ".repeat(1000)}`],
    ["ends", "</"],
    ["signs", "<"],
  ])("then hostile texts end, and are bounded: %s", (_name, piece) => {
    const { html } = boundedHtml(piece.repeat(LETTER_HTML_CHARS / piece.length));
    expect(html.length).toBeLessThanOrEqual(LETTER_HTML_CHARS);
    expect(tagsIn(html)).toBeLessThanOrEqual(LETTER_TAGS);
  });
});
