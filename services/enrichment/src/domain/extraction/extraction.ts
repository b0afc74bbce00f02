import type { PageDescription } from "@satchel/contracts";

/**
 * What stands between a reader and the page: a check for robots, a request to sign in or to agree to cookies, or an
 * error that the server answered as if it were a page.
 */
export type Wall = "bot-check" | "login" | "consent" | "error";

/** What was read from one answer of a server. */
export type Extraction = {
  /**
   * What the page says about itself. Behind a wall it holds no title, description, preview, author, date or tag: what
   * stands there is the wall's.
   */
  page: PageDescription;
  /** Present when the answer is a wall and not the page that was asked for. */
  wall?: Wall;
  /** Preview pictures, best first; the first is the page's `previewImageUrl`. */
  previewCandidates: string[];
  /** Icons, best first, `/favicon.ico` last; the first is the page's `faviconUrl`. */
  faviconCandidates: string[];
  /** Where the page's web manifest is, which may name larger icons. */
  manifestUrl?: string;
  /** Where the page says that its oEmbed description in JSON is. */
  oembedUrl?: string;
};
