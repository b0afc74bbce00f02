/**
 * An address as a URL (WHATWG URL standard), resolved against a base where it is relative; undefined when it is none.
 *
 * Never `URL.canParse`: in Node 20 it returns false for a valid address with letters such as "ä" once V8 has optimised
 * the code around it, after some thousands of calls.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
