import { parseUrl, URL_CHARS, withoutFeedScheme } from "@satchel/contracts";

/** Addresses that one paste saves directly; more may be unintended, so a dialog shows them first. */
export const PASTED_AT_ONCE = 5;

/** Addresses that can be saved by hand at once; imports have no such limit. */
export const ADDED_AT_ONCE = 100;

const WEB_ADDRESS = /\b(?:https?|feed):\/\/[^\s<>"“”„«»`\\^{}|]+/giu;
/**
 * An address without scheme: a name with a dot, or, as the group, a machine nearby, which seldom has TLS: `localhost`, a number,
 * or a name with a port.
 */
const BARE =
  /^(?:(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}|(localhost|(?:\d+\.){3}\d+|\p{L}[\p{L}\p{N}-]*(?=:\d)))(?::\d+)?(?:[/?#]\S*)?$/u;

/** Punctuation at the end of an address that belongs to the sentence. */
const TRAILING = /[.,;:!?'’*_]+$/;

/** An address without the sentence's punctuation and closing brackets at its end. */
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
  const found = Array.from(text.matchAll(WEB_ADDRESS), ([address]) => withoutFeedScheme(trimmed(address)));
  return [...new Set(found.filter(isWebAddress))];
}

/** The typed web addresses, including those without scheme like "example.com" and "nas:8080". */
export function urlsTyped(text: string): string[] {
  const words = text.split(/\s+/).filter((word) => word !== "");
  const completed = words.map((word) => {
    const [bare, nearby] = BARE.exec(trimmed(word)) ?? [];
    return bare === undefined ? word : `http${nearby === undefined ? "s" : ""}://${word}`;
  });
  return urlsIn(completed.join("\n"));
}
