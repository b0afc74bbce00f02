import type { PageDescription } from "@satchel/contracts";

/**
 * What a server sends instead of the page: a bot check, a request to sign in or for consent, or an error with a success
 * status.
 */
export type Wall = "bot-check" | "login" | "consent" | "error";

/** One answer of a server, to be read. */
export type ExtractionInput = {
  bytes: Uint8Array;
  /** The media type in lower case without parameters; empty if unknown, then detected. */
  contentType: string;
  charset?: string;
  /** The file name that the server sends. */
  fileName?: string;
  /** Octets of the whole file, of which `bytes` may be the beginning, or none. */
  fileBytes?: number;
  /** The address of the page, after redirects. */
  url: string;
  /** The address that was requested; it differs after a redirect to a wall. */
  requestedUrl?: string;
  /** Whether it was sent with 401, 402 or 403: then it is a wall, unless it describes the refused page. */
  isRefused?: boolean;
};

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
