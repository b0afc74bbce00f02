import type { PageDescription } from "@satchel/contracts";

/**
 * What a server sends instead of the page: a bot check, a request to sign in or for consent, or an error with a success
 * status.
 */
export type Wall = "bot-check" | "login" | "consent" | "error";

/** The result of reading one answer of a server. */
export type Extraction = {
  /**
   * The page's description. Behind a wall it has no title, description, preview, author, date or tag: those are the wall's.
   */
  page: PageDescription;
  /** Present when the answer is a wall and not the requested page. */
  wall?: Wall;
  /** Preview pictures, best first; the first is the page's `previewImageUrl`. */
  previewCandidates: string[];
  /** Icons, best first, `/favicon.ico` last; the first is the page's `faviconUrl`. */
  faviconCandidates: string[];
  /** Address of the page's web manifest, which may have larger icons. */
  manifestUrl?: string;
  /** The declared address of its oEmbed description in JSON. */
  oembedUrl?: string;
};
