import type { LeftOutReason, MailedItem } from "@satchel/contracts";
import type { Part } from "../message/part.ts";

/** The SHA-256 of octets, in hex. */
export type HashOf = (octets: Uint8Array) => string;

/** What came with a mail and becomes an item, with its content. */
export interface ReadAttachment {
  readonly item: Omit<MailedItem, "version">;
  /** Packed as a page with its parts is: a file as it came, of a mail what is read of it, as HTML. */
  readonly packed: Uint8Array;
}

/** What came with a mail and becomes none. */
export interface LeftOut {
  readonly name: string;
  readonly reason: LeftOutReason;
}

/** All that came with a mail. */
export interface ReadAttachments {
  readonly kept: readonly ReadAttachment[];
  readonly leftOut: readonly LeftOut[];
  /** The parts that become items, which are not searched for links. Of a mail only one that is a newsletter. */
  readonly parts: ReadonlySet<Part>;
}

/** A file that its owner sends by itself, without a mail. */
export interface OwnFile {
  readonly content: Buffer;
  readonly name: string;
  /** What its address begins with (RFC 2392). */
  readonly mailUrl: string;
}
