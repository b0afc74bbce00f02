import { SUBSCRIPTIONS_PER_USER, URL_CHARS } from "@satchel/contracts";

/** A feed of an OPML file. */
export interface OpmlFeed {
  readonly title: string;
  readonly url: string;
}

/** Characters of a file that is read: a thousand feeds take some 200,000. */
const OPML_CHARS = 1024 * 1024;

/**
 * The feeds of an OPML file (OPML 2.0, "Subscription lists"), each address once, whatever outline it is in; those that are
 * followed are left out, and so are those beyond what an account can follow. Undefined for what is no OPML.
 */
export function readOpml(text: string, followed: readonly string[]): OpmlFeed[] | undefined {
  if (text.length > OPML_CHARS) return undefined;
  // As HTML: many readers write an ampersand as it is, which is no XML; and no document type defines entities that grow.
  const document = new DOMParser().parseFromString(text, "text/html");
  if (document.querySelector("opml") === null) return undefined;
  const feeds = new Map<string, OpmlFeed>();
  for (const outline of document.querySelectorAll("opml outline[xmlurl]")) {
    const url = addressIn(outline.getAttribute("xmlurl") ?? "");
    if (url === undefined || feeds.has(url) || followed.includes(url)) continue;
    const title = (outline.getAttribute("title") ?? outline.getAttribute("text") ?? "").trim();
    feeds.set(url, { title: title === "" ? url : title, url });
  }
  return [...feeds.values()].slice(0, Math.max(0, SUBSCRIPTIONS_PER_USER - followed.length));
}

/** An address as the server writes it; undefined for what is none of the web. */
function addressIn(text: string): string | undefined {
  try {
    const url = new URL(text.trim());
    url.username = "";
    url.password = "";
    url.hash = "";
    return /^https?:$/.test(url.protocol) && url.href.length <= URL_CHARS ? url.href : undefined;
  } catch {
    return undefined;
  }
}
