import { fieldsNamed, type HeaderField } from "./header.ts";
import { parseMailbox } from "./mailboxes.ts";

/**
 * The author of a mail as written: the one address in its one From field (RFC 5322 section 3.6.2). Undefined when there are several
 * fields, several addresses, a group or none: then the author is not certain.
 */
export function authorOf(fields: readonly HeaderField[]): string | undefined {
  const [value, ...more] = fieldsNamed(fields, "from");
  return value === undefined || more.length > 0 ? undefined : parseMailbox(value);
}
