import { type CopyId, isItem, laterTexts, type LinkId, SatchelError, type UserId } from "@satchel/contracts";
import type { Parts } from "../http/parts.ts";

/** The text of an item as it was typed or sent, with the version that has it. */
export interface FoundText {
  readonly version: CopyId;
  readonly keptAt: string;
  readonly type: string;
  readonly text: string;
}

const TEXTS: ReadonlySet<string> = new Set(["text/plain", "text/markdown"]);

/** @throws {SatchelError} `not-found` where it has no copy; `rejected` for what is no text, or was fetched from the web */
export async function textOf(
  { tables, copyFiles }: Pick<Parts, "tables" | "copyFiles">,
  userId: UserId,
  linkId: LinkId,
): Promise<FoundText> {
  const { version, keptAt } = await tables.findCopy(userId, linkId);
  const { manifest, files } = await copyFiles.open({ userId, linkId, version });
  const text = files[manifest.main];
  if (!isItem(manifest.url) || !TEXTS.has(manifest.type) || text === undefined) {
    throw new SatchelError("rejected", laterTexts.texts.none);
  }
  return { version, keptAt, type: manifest.type, text: text.toString("utf8") };
}
