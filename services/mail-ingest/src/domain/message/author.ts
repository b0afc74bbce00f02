import { fieldsNamed, type HeaderField } from "./header.ts";
import { parseMailbox } from "./mailboxes.ts";

/**
 * The author of a mail as written: the address in its From field (RFC 5322 section 3.6.2). Undefined with several fields, several
 * addresses, a group or no address: then the author is ambiguous.
 */
export function authorOf(fields: readonly HeaderField[]): string | undefined {
  const [value, ...more] = fieldsNamed(fields, "from");
  return value === undefined || more.length > 0 ? undefined : parseMailbox(value);
}
