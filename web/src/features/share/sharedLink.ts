import { TITLE_CHARS, URL_CHARS, parseUrl } from "@satchel/contracts";

/**
 * The address of a bookmark that shares the page it is clicked on: it opens `/share` in a small window. The window has no
 * access to that page, and gets only its address and title.
 * @param origin of this server
 */
export const bookmarklet = (origin: string): string =>
  `javascript:void open(${JSON.stringify(`${origin}/share?`)}+new URLSearchParams({url:location.href,title:document.title}),"_blank","popup,noopener,noreferrer,width=480,height=640")`;

/** A shared link to save. */
export interface SharedLink {
  readonly url: string;
  /** The shared title, or "". */
  readonly title: string;
}

/** A URL in a text. */
const IN_TEXT = /https?:\/\/[^\s<>"“”„]+/giu;
const TRAILING = ".,;:!?…'’»)]}*_";
const OPENING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** The URL, if it can be saved: http or https, without credentials. */
function webUrl(text: string): string | undefined {
  const url = text.length > URL_CHARS ? undefined : parseUrl(text);
  if (url === undefined) return undefined;
  const { protocol, username, password } = url;
  return (protocol === "http:" || protocol === "https:") && username === "" && password === "" ? text : undefined;
}

/** A closing bracket stays when its opening one is in the URL, as in Wikipedia's addresses. */
function withoutTrailing(url: string): string {
  let cut = url;
  for (;;) {
    const last = cut.at(-1);
    if (last === undefined || !TRAILING.includes(last)) return cut;
    const opening = OPENING[last];
    const count = (mark: string): number => cut.split(mark).length - 1;
    if (opening !== undefined && count(opening) >= count(last)) return cut;
    cut = cut.slice(0, -1);
  }
}

function urlIn(text: string): string | undefined {
  for (const [found] of text.matchAll(IN_TEXT)) {
    const url = found.length > URL_CHARS ? undefined : webUrl(withoutTrailing(found));
    if (url !== undefined) return url;
  }
  return undefined;
}

/**
 * The link that the parameters `url`, `text` and `title` of a share name (Web Share Target; bookmarklet). Many programs put
 * the URL into the text, some into the title. Undefined when there is none that can be saved.
 */
export function sharedLink(parameters: URLSearchParams): SharedLink | undefined {
  const [url, text, title] = ["url", "text", "title"].map((name) => (parameters.get(name) ?? "").trim());
  const found = webUrl(url ?? "") ?? urlIn(url ?? "") ?? urlIn(text ?? "") ?? urlIn(title ?? "");
  if (found === undefined) return undefined;
  const named = title === undefined || urlIn(title) !== undefined ? "" : title;
  return { url: found, title: named.slice(0, TITLE_CHARS) };
}

/** The text that was shared, below its title; "" for none. */
export const sharedText = (parameters: URLSearchParams): string =>
  (parameters.get("text") ?? "").trim() === ""
    ? ""
    : ["title", "text"].flatMap((name) => (parameters.get(name) ?? "").trim() || []).join("\n\n");

/** Whether anything was shared at all. */
export const isShare = (parameters: URLSearchParams): boolean =>
  ["url", "text", "title"].some((name) => (parameters.get(name) ?? "").trim() !== "");
