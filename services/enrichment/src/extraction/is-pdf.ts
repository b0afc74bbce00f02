const PDF_TYPES: ReadonlySet<string> = new Set(["application/pdf", "application/x-pdf"]);

/** Octets among which a PDF's signature may stand (ISO 32000-1, implementation note 13). */
const SIGNATURE_BYTES = 1024;

/** Whether an answer is a PDF, by its type or, where the server knew none, by its signature. */
export function isPdf({ bytes, contentType }: { bytes: Uint8Array; contentType: string }): boolean {
  if (PDF_TYPES.has(contentType)) return true;
  if (contentType !== "" && contentType !== "application/octet-stream") return false;
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SIGNATURE_BYTES)).includes("%PDF-");
}
