import { fieldsNamed, type HeaderField } from "./header.ts";

/** One part of a mail (RFC 2045), or the mail itself. */
export interface Part {
  readonly fields: readonly HeaderField[];
  /** Media type in lower case; "text/plain" when none is declared. */
  readonly type: string;
  readonly params: Readonly<Record<string, string>>;
  /** "attachment", "inline" or "". */
  readonly disposition: string;
  /** The name of its file (RFC 2183 section 2.3, or the `name` of its type), as it was sent; "" when it has none. */
  readonly fileName: string;
  /** The decoded content; empty for a multipart. */
  readonly content: Buffer;
  /** The parts of a multipart, or the one mail inside of a `message/rfc822`. */
  readonly parts: readonly Part[];
}

/** The Content-ID of a part (RFC 2045 section 7), without its brackets. */
export function contentId({ fields }: Part): string | undefined {
  const id = /<\s*([^<>\s]{1,500})\s*>/.exec(fieldsNamed(fields, "content-id")[0] ?? "")?.[1];
  return id === undefined || id === "" ? undefined : id;
}
