import { type Address, normaliseAddress } from "@satchel/chassis";
import { fieldsNamed, type HeaderField } from "./header.ts";
import { parseMailbox } from "./mailboxes.ts";

/**
 * The author of a mail: the one address in its one From field (RFC 5322 section 3.6.2). Undefined when there are several
 * fields, several addresses, a group or none: then nobody can say whose mail it is.
 */
export function findSender(fields: readonly HeaderField[]): Address | undefined {
  const [value, ...more] = fieldsNamed(fields, "from");
  if (value === undefined || more.length > 0) return undefined;
  const mailbox = parseMailbox(value);
  return mailbox === undefined ? undefined : normaliseAddress(mailbox);
}
