import { expect, test } from "vitest";
import { html } from "./html.ts";

test("given texts with markup, when they are inserted into a page, then they are escaped, also in attributes", () => {
  const text = `<img src=x onerror="alert('1')">&`;

  expect(html`<p title="${text}">${text}</p>`.text).toBe(
    '<p title="&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;">&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;</p>',
  );
});

test("given pieces of HTML, when they are inserted into a page, then they are not escaped", () => {
  expect(html`<ul>${[html`<li>${1}</li>`, html`<li>${undefined}</li>`]}</ul>`.text).toBe(
    "<ul><li>1</li><li></li></ul>",
  );
});
