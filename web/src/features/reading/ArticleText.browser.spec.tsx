import type { Article } from "@satchel/contracts";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { ArticleText } from "./ArticleText.tsx";

const article = (html: string) => ({ html, language: "en", direction: "ltr" }) as Article;
const nothing = () => undefined;

test.each([
  ["Tides", "Tides", false],
  ["  The\n tides ", "The Tides – Harbour News", false],
  ["Tide", "Tides", true],
  ["What the moon does", "Tides", true],
])("given the first heading %j below the title %j, then it is shown: %s", async (heading, title, isShown) => {
  const html = `<h1>${heading}</h1><p>The sea rises.</p>`;
  const { container } = await render(
    <ArticleText article={article(html)} title={title} onHeadings={nothing} onShown={nothing} />,
  );
  const first = container.querySelector("h1");
  expect(first?.checkVisibility()).toBe(isShown);
  // Highlights count its characters all the same.
  expect(first?.textContent).toBe(heading);
});
