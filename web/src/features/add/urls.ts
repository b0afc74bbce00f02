import { URL_CHARS, parseUrl } from "@satchel/contracts";

/** Addresses that one paste saves without asking: more are seldom meant, so they are shown first. */
export const PASTED_AT_ONCE = 5;

/** Addresses that are saved by hand at once; an import takes more. */
export const ADDED_AT_ONCE = 100;

const WEB_ADDRESS = /\bhttps?:\/\/[^\s<>"“”„«»`\\^{}|]+/giu;
/** What looks like an address that lacks its beginning: a name with a dot in it, and perhaps a path. */
const BARE = /^(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:[/?#]\S*)?$/u;

/** Signs at the end of an address that belong to the sentence around it. */
const TRAILING = /[.,;:!?'’*_]+$/;

/** Takes off what the sentence put behind an address: its full stop, and brackets that were opened before it. */
function trimmed(address: string): string {
  let rest = address;
  for (;;) {
    const before = rest;
    rest = rest.replace(TRAILING, "");
    for (const [open, close] of ["()", "[]"]) {
      if (open === undefined || close === undefined || !rest.endsWith(close)) continue;
      if (rest.split(close).length > rest.split(open).length) rest = rest.slice(0, -1);
    }
    if (rest === before) return rest;
  }
}

const isWebAddress = (address: string): boolean => address.length <= URL_CHARS && parseUrl(address) !== undefined;

/** The web addresses in a text, each once, in their order. */
export function urlsIn(text: string): string[] {
  const found = Array.from(text.matchAll(WEB_ADDRESS), ([address]) => trimmed(address));
  return [...new Set(found.filter(isWebAddress))];
}

/** The web addresses that somebody typed, where "example.com" is one as well. */
export function urlsTyped(text: string): string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const completed = words.map((word) => (BARE.test(trimmed(word)) ? `https://${word}` : word));
  return urlsIn(completed.join("\n"));
}
