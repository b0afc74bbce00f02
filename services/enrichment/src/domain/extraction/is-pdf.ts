import { PDF } from "@satchel/contracts/media-types";
import { UNNAMED_TYPES } from "../content-type.ts";
import { SNIFFED_BYTES } from "../limits.ts";

/** The media types of PDFs. */
export const PDF_TYPES: ReadonlySet<string> = new Set([PDF, "application/x-pdf"]);

/** Whether an answer is a PDF, by its type or, without a specific one, by its signature. */
export function isPdf({ bytes, contentType }: { bytes: Uint8Array; contentType: string }): boolean {
  if (PDF_TYPES.has(contentType)) return true;
  if (contentType !== "" && !UNNAMED_TYPES.includes(contentType)) return false;
  return hasPdfSignature(bytes);
}

/** Whether a PDF's signature is among the first octets, as readers accept it (ISO 32000-1, implementation note 13). */
export function hasPdfSignature(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SNIFFED_BYTES)).includes("%PDF-");
}
