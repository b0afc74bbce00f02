const ADDRESS = /^[^\s<>"@]+@[^\s<>"@]+$/;

/**
 * Reads one mailbox: `anna@example.org`, or a name and the address in angle brackets (RFC 5322 section 3.4). It is strict, because a guess
 * may give another author than the one whose signature was checked.
 * @returns the address as written; undefined for a list, a group, or anything ambiguous
 */
export function parseMailbox(value: string): string | undefined {
  const rest = withoutCommentsAndQuotes(value);
  if (rest === undefined || /[,;:]/.test(rest)) return undefined;
  const angled = /^([^<>]*)<([^<>]*)>\s*$/.exec(rest);
  const address = (angled?.[2] ?? rest).trim();
  // Programs without a name for the author repeat the address.
  const name = (angled?.[1] ?? "").trim().replace(/^'|'$/g, "");
  if (name.includes("@") && name.toLowerCase() !== address.toLowerCase()) return undefined;
  return ADDRESS.test(address) ? address : undefined;
}

/**
 * Reads the list of mailboxes of a To or Cc field, with or without groups (RFC 5322 section 3.4). Invalid ones are left out. In a mailbox
 * with angle brackets the text before them is a name, even if it looks like an address.
 * @returns the addresses as written
 */
export function parseMailboxes(value: string): string[] {
  const rest = withoutCommentsAndQuotes(value) ?? "";
  return rest.split(/[,;:]/).flatMap((one) => {
    const address = (/^[^<>]*<([^<>]*)>\s*$/.exec(one)?.[1] ?? one).trim();
    return ADDRESS.test(address) ? [address] : [];
  });
}

/**
 * Drops comments and replaces each quoted string by a space, so that the rest can be split. A quoted string before an `@` becomes `"`,
 * which is invalid: quoted local parts are not supported.
 */
function withoutCommentsAndQuotes(value: string): string | undefined {
  let rest = "";
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < value.length; i++) {
    const character = value.charAt(i);
    if (character === "\\" && (quoted || depth > 0)) i++;
    else if (quoted) {
      if (character !== '"') continue;
      quoted = false;
      rest += value.charAt(i + 1) === "@" ? '"' : " ";
    } else if (character === "(") depth++;
    else if (character === ")") {
      if (depth === 0) return undefined;
      depth--;
      rest += " ";
    } else if (depth > 0) continue;
    else if (character === '"') quoted = true;
    else rest += character;
  }
  return quoted || depth > 0 ? undefined : rest;
}
