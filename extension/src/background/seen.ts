import { COPY_UPLOAD_BYTES, type LinkId } from "@satchel/contracts";
import { browser } from "@wxt-dev/browser";
import type { Archive } from "../api/archive.ts";
import { seenPage, type SeenLimits } from "../capture/seenPage.ts";

/** As base64 a file takes a third more; a page's own text and styles have what is left of an upload. */
const LIMITS: SeenLimits = { fileBytes: 2 * 1024 * 1024, allBytes: COPY_UPLOAD_BYTES / 2, fileMs: 10_000 };

/** What became of keeping a page as it is seen; `away`: the server can't be reached. */
export type SeenOutcome = "kept" | "tooSoon" | "tooLarge" | "unreadable" | "away";

/** Sends the page of a tab as it is seen now, to be kept as a copy of a link's page. A click has let the extension read it. */
export async function keepSeen(archive: Archive, tabId: number, linkId: LinkId): Promise<SeenOutcome> {
  let html: unknown;
  try {
    const [injected] = await browser.scripting.executeScript({ target: { tabId }, func: seenPage, args: [LIMITS] });
    html = injected?.result;
  } catch {
    // Pages of the browser itself, and of its shop.
  }
  if (typeof html !== "string" || html === "") return "unreadable";
  const page = new Blob([html], { type: "text/html" });
  if (page.size > COPY_UPLOAD_BYTES) return "tooLarge";
  const answer = await archive.keepSeen(linkId, page);
  if (answer.kind === "answered") return "kept";
  if (answer.kind === "refused") return answer.status === 413 ? "tooLarge" : "unreadable";
  return answer.kind === "away" && answer.afterSeconds !== undefined ? "tooSoon" : "away";
}
