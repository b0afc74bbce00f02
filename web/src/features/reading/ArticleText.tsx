import type { Article } from "@satchel/contracts";
import { useLayoutEffect, useRef } from "react";

/** A heading of an article, for its table of contents. */
export interface Heading {
  readonly id: string;
  readonly text: string;
  readonly isDeep: boolean;
}

interface ArticleTextProps {
  readonly article: Article;
  /** The title that stands above it. */
  readonly title: string;
  readonly onHeadings: (headings: readonly Heading[]) => void;
  /** Called with the element that has the text when the text of that HTML is in it. */
  readonly onShown: (root: HTMLElement, html: string) => void;
}

const HEADING = "h2, h3";

/**
 * The text of an article. Its HTML was sanitised by the server: known elements alone, without styles, classes and
 * handlers, and the page's policy runs no script that stands in a document.
 */
export function ArticleText({ article, title, onHeadings, onShown }: ArticleTextProps) {
  const root = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const parsed = new DOMParser().parseFromString(article.html, "text/html");
    for (const link of parsed.querySelectorAll("a[href]")) {
      const isHere = link.getAttribute("href")?.startsWith("#") === true;
      if (!isHere) link.setAttribute("target", "_blank");
    }
    for (const picture of parsed.querySelectorAll("img")) {
      picture.loading = "lazy";
      picture.decoding = "async";
    }
    // A table or listing that is wider than the text is scrolled by itself, also by keyboard.
    for (const wide of parsed.querySelectorAll("pre, table")) {
      const frame = parsed.createElement("div");
      frame.className = "article__wide";
      frame.tabIndex = 0;
      wide.replaceWith(frame);
      frame.append(wide);
    }
    // Hidden and not removed: highlights count the characters of the whole text.
    const first = parsed.querySelector("h1") ?? parsed.querySelector("body > :is(h2, h3):first-child");
    if (first !== null && isSameTitle(first.textContent, title)) first.hidden = true;
    const headings = [...parsed.querySelectorAll<HTMLElement>(HEADING)]
      .filter((heading) => !heading.hidden)
      .map((heading, index): Heading => {
        if (heading.id === "") heading.id = `in-article-heading-${index}`;
        return { id: heading.id, text: heading.textContent.trim(), isDeep: heading.tagName === "H3" };
      });
    root.current?.replaceChildren(...parsed.body.childNodes);
    onHeadings(headings.filter(({ text }) => text !== ""));
    if (root.current !== null) onShown(root.current, article.html);
  }, [article.html, title, onHeadings, onShown]);

  return <div className="article__text" ref={root} lang={article.language ?? undefined} dir={article.direction} />;
}

/** Whether a page's first heading says what its title says; a title may have the site's name behind it. */
function isSameTitle(heading: string, title: string): boolean {
  const [short, long] = [heading, title].map((text) => text.replace(/\s+/g, " ").trim().toLowerCase());
  return short !== undefined && short !== "" && (long === short || long?.startsWith(`${short} `) === true);
}
