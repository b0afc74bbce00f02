import { getArticle, visitLink } from "@satchel/contracts";
import { NodeHtmlMarkdown } from "node-html-markdown";
import { linkOrFirst, openArchive } from "../archive.ts";
import { openInBrowser } from "../browser.ts";
import { line, note, plain, print, printJson } from "../terminal.ts";

/** `satchel open <link|words...>`: opens the page in the browser, as a click in the list does. */
export async function open(
  words: readonly string[],
  { print: onlyPrint = false }: { readonly print?: boolean },
): Promise<void> {
  const archive = await openArchive();
  const link = await linkOrFirst(archive, words);
  if (onlyPrint) return print(line(link.url));
  note(`Opening ${line(link.title ?? link.url)}`);
  await openInBrowser(link.url);
  await archive.call(visitLink, { params: { id: link.id } });
}

/** `satchel read <link|words...>`: the article of the kept copy as Markdown. Ends with 4 when there is none. */
export async function read(words: readonly string[], { json = false }: { readonly json?: boolean }): Promise<void> {
  const archive = await openArchive();
  const link = await linkOrFirst(archive, words);
  const article = await archive.call(getArticle, { params: { id: link.id } });
  if (json) return printJson(article);
  // Pictures are paths of this server that need the session: their descriptions stay.
  const html = article.html.replace(/<img\b[^>]*>/gi, (tag) => /\balt="([^"]*)"/i.exec(tag)?.[1] ?? "");
  const markdown = NodeHtmlMarkdown.translate(html, { bulletMarker: "-" });
  print(`# ${line(article.title ?? link.title ?? link.url)}\n`);
  if (article.byline !== null) print(`${line(article.byline)}\n`);
  print(`<${line(article.url)}>\n\n${plain(markdown).trim()}`);
}
