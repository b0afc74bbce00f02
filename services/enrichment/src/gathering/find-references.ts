import { decodePage } from "../domain/extraction/decode-page.ts";
import { type PageReferences, referencesOf, referencesOfCss } from "../domain/page-references.ts";

/** A document or stylesheet in which files are searched. */
export interface ReferencesTask {
  readonly bytes: Uint8Array;
  readonly charset?: string;
  readonly url: string;
  readonly isStylesheet: boolean;
}

/** Its files, and its text in UTF-8. */
export interface FoundReferences extends PageReferences {
  readonly text: Uint8Array;
}

/** Runs in a worker. */
export function findReferences({ bytes, charset, url, isStylesheet }: ReferencesTask): FoundReferences {
  const text = isStylesheet ? decodeCss(bytes, charset) : decodePage(bytes, charset, new URL(url).hostname);
  return { ...(isStylesheet ? referencesOfCss : referencesOf)(text, url), text: Buffer.from(text) };
}

/** CSS Syntax 3, section 3.2: what the server says, else what its first line says, else UTF-8. */
function decodeCss(bytes: Uint8Array, charset: string | undefined): string {
  const start = Buffer.from(bytes.subarray(0, 100)).toString("latin1");
  const label = charset ?? /^@charset "([\w.:-]{1,40})";/.exec(start)?.[1] ?? "utf-8";
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
