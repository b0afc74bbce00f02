import { joinWrappedLines, joinWithinBrackets } from "./wrapped-lines.ts";
import { isFromLine } from "./forward-marks.ts";
import { endsSubscription, type FoundLink } from "./places.ts";
import { beginsSignature, endsSignature, isProgramFooter } from "./program-footers.ts";
import type { MailKind } from "./subject-prefixes.ts";
import { findInText, mayHoldLink } from "./text-links.ts";
import { TextPlaces } from "./text-places.ts";

/** Lines below a rule of underscores, at most, for which they are a footer: mailing lists have three. Above longer text it is a separator. */
const FOOTER_LINES = 6;

/**
 * Finds the links in the text of a mail, line by line. Signatures (RFC 3676 section 4.3) and footers of mail programs are left out; links in
 * quotes and other footers are marked.
 * @param kind of the mail, by its subject
 */
export function* linksInPlain(text: string, kind?: MailKind): Generator<FoundLink> {
  const lines = joinWrappedLines(joinWithinBrackets(text).replace(/\r\n?/g, "\n").split("\n"));
  const places = new TextPlaces(kind);
  const rule = footerRule(lines);
  let inSignature = false;
  let inArmor = false;
  let afterFooter = false;
  // Lines after the last one that can have a link are skipped: most mails end with text.
  const end = lines.findLastIndex(mayHoldLink);
  for (const [i, line] of lines.slice(0, end + 1).entries()) {
    const quotes = /^[> ]*>/.exec(line)?.[0] ?? "";
    const content = line.slice(quotes.length).trim();
    if (places.take(content, quotes !== "") || quotes !== "" || endsSignature(content)) inSignature = false;
    else if (beginsSignature(line)) inSignature = true;
    // Signatures and keys of OpenPGP name their program (RFC 9580 section 6.2.2.2).
    const armor = /^-----(BEGIN|END) PGP (?!SIGNED )/.exec(content)?.[1];
    if (armor !== undefined) inArmor = armor === "BEGIN";
    const onlyLink = /^<?(?:https?:|www\.)\S+$/i.test(content);
    const isOfProgram: boolean = isProgramFooter(content) || (afterFooter && onlyLink);
    afterFooter = isOfProgram || (afterFooter && content === "");
    if (inSignature || inArmor || isOfProgram || !mayHoldLink(content)) continue;
    for (const { url, before } of findInText(content)) {
      const sign = endsSubscription(before, url) ? "subscription" : i > rule ? "footer" : undefined;
      yield places.found(url, quotes !== "", sign);
    }
  }
}

/** The index of the line of underscores above the footer of a mailing list or company; the number of lines when there is none. */
function footerRule(lines: readonly string[]): number {
  let below = 0;
  for (let i = lines.length - 1; i >= 0 && below <= FOOTER_LINES; i--) {
    const line = lines[i] ?? "";
    if (/^_{4,}\s*$/.test(line)) return below > 0 ? i : lines.length;
    // Outlook puts such a rule above the mail that it answers or forwards.
    if (line.startsWith(">") || isFromLine(line)) break;
    if (line.trim() !== "") below++;
  }
  return lines.length;
}
