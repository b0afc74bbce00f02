import { joinWrappedLines, joinWithinBrackets } from "./wrapped-lines.ts";
import { beginsForward, beginsMailHeader, endsSubscription, type FoundLink, isProgramFooter } from "./places.ts";
import { findInText, mayHoldLink } from "./text-links.ts";

/**
 * Finds the links in the text of a mail, line by line. What stands under the mark of a signature (RFC 3676 section 4.3) or is
 * a mail program's footer is left out; what is quoted with `>` is told apart, unless it is forwarded.
 */
export function* linksInPlain(text: string): Generator<FoundLink> {
  const lines = joinWrappedLines(joinWithinBrackets(text).replaceAll("\r\n", "\n").split("\n"));
  let forwarded = false;
  let inSignature = false;
  let afterFooter = false;
  // Nothing is looked for behind the last line that can hold a link: most mails end with text.
  const end = lines.findLastIndex(mayHoldLink);
  for (const [i, line] of lines.slice(0, end + 1).entries()) {
    const quotes = /^[> ]*>/.exec(line)?.[0] ?? "";
    const content = line.slice(quotes.length).trim();
    if (beginsForward(content) || beginsMailHeader(lines, i)) {
      forwarded = true;
      inSignature = false;
    }
    if (quotes !== "") inSignature = false;
    else if (/^--[ \t]*$/.test(line)) inSignature = true;
    const onlyLink = /^<?https?:\S+$/i.test(content);
    const isFooter: boolean = isProgramFooter(content) || (afterFooter && onlyLink);
    afterFooter = isFooter || (afterFooter && content === "");
    if (inSignature || isFooter || !mayHoldLink(content)) continue;
    for (const { url, before } of findInText(content)) {
      if (endsSubscription(before, url)) continue;
      yield { url, place: quotes !== "" && !forwarded ? "quoted" : "own" };
    }
  }
}
