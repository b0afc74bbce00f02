import type { Article } from "@satchel/contracts";
import { expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { ArticleText } from "./ArticleText.tsx";
import "./article.css";

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

test("given a word that is wider than the screen, then no heading is wider than the article", async () => {
  const word = "Donaudampfschifffahrtsgesellschaftskapitänsmützenfabrik";
  const { container } = await render(
    <div style={{ width: 320 }}>
      <article className="article">
        <h1>{word}</h1>
        <ArticleText
          article={article(`<h2>${word}</h2><p>The sea rises.</p>`)}
          title="Tides"
          onHeadings={nothing}
          onShown={nothing}
        />
      </article>
    </div>,
  );
  await expect.poll(() => container.querySelectorAll("h2")).toHaveLength(1);
  expect(container.querySelector("article")?.scrollWidth).toBe(320);
});

test.each([
  ["light", "rgba(0, 0, 0, 0)"],
  ["dark", "oklch(0.88 0.012 80)"],
])("given a picture in %s, then behind what is black on nothing in it stands %s", async (scheme, ground) => {
  const picture = '<img alt="A line" src="data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22/%3E">';
  const { container } = await render(
    <div style={{ colorScheme: scheme }}>
      <ArticleText article={article(picture)} title="Tides" onHeadings={nothing} onShown={nothing} />
    </div>,
  );
  const shown = container.querySelector("img");
  expect(shown === null ? "" : getComputedStyle(shown).backgroundColor).toBe(ground);
});
