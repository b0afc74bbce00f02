import { expect, test } from "vitest";
import { escapeHtml } from "./html.ts";

test("given a text with markup, when it is escaped, then it is neither an element nor the end of an attribute", () => {
  expect(escapeHtml(`<a href="x" title='y'>&amp;</a>`)).toBe(
    "&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;amp;&lt;/a&gt;",
  );
  expect(escapeHtml("Käse, 日本語 😀")).toBe("Käse, 日本語 😀");
});
