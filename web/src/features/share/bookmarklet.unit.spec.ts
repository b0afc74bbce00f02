import { expect, test } from "vitest";
import { bookmarklet } from "./sharedLink.ts";
import { sharedLink } from "./sharedLink.ts";

test("the bookmark opens the share page with the address and the title of the page it is clicked on", () => {
  const code = bookmarklet("https://satchel.example").slice("javascript:".length);
  const opened: string[] = [];
  const location = { href: "https://a.example/?q=1&r=ä#part" };
  const document = { title: 'Rye & "bread"' };
  // oxlint-disable-next-line typescript/no-implied-eval -- what a browser does with a bookmark
  new Function("open", "location", "document", code)((url: string) => opened.push(url), location, document);

  const { origin, pathname, searchParams } = new URL(opened[0] ?? "");
  expect(origin + pathname).toBe("https://satchel.example/share");
  expect(sharedLink(searchParams)).toEqual({ url: location.href, title: document.title });
});
