import type { BlobStore, CopyKey, CopyTexts, PageParts } from "@satchel/chassis";
import { copyName, type CopySource, type EventOf, type LinkId, type PageKept } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import type { Static } from "typebox";
import type { MadeCopy } from "./make-copy.ts";

const LANGUAGE_CHARS = 35;

/** The name of the lock (`exclusively`) under which a copy of a link is stored and recorded, or swept. */
export const copyLock = (linkId: LinkId): string => `copy-of-${linkId}`;

interface StoreDeps {
  readonly copies: BlobStore;
  readonly texts: CopyTexts;
}

interface Target extends CopyKey {
  /** Where the document came from; missing: it was fetched. */
  readonly source?: Static<typeof CopySource>;
}

/** Stores a copy before the event that names it: its text first, then the zip. @returns what that event says */
export async function storeCopy(
  { copies, texts }: StoreDeps,
  { userId, linkId, version, source = "fetch" }: Target,
  { type }: Pick<PageParts, "type">,
  { zip, sha256, text, article, leftOut, cover }: MadeCopy,
): Promise<EventOf<typeof PageKept>["data"]> {
  if (text !== undefined) await texts.put({ userId, linkId, version }, text);
  await copies.put(copyName(userId, linkId, version), zip);
  const { words, language, quality, kind, extractor } = article ?? {};
  return {
    linkId,
    version,
    source,
    type: type.slice(0, 100),
    sha256,
    bytes: zip.length,
    leftOut,
    ...(language === undefined || language.length > LANGUAGE_CHARS ? {} : { language }),
    ...compact({ words, quality, kind, extractor, picture: cover }),
  };
}
