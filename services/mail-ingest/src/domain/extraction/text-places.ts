import { parseUrl } from "@satchel/contracts";
import { alternatives } from "./alternatives.ts";
import { beginsForward, beginsOriginal, isFromLine, isSubjectLine } from "./forward-marks.ts";
import type { FoundLink } from "./places.ts";
import type { MailKind } from "./subject-prefixes.ts";

/** Lines from "From:" to "Subject:" in the short header above another mail: some recipients take lines of their own. */
const HEADER_LINES = 10;

const CLOSING = new RegExp(
  `^${alternatives(
    "(?:(?:best|kind|kindest|warm|many) )?(?:regards|wishes|thanks)|sincerely|cheers|yours",
    "(?:mit )?(?:freundlich|best|viel|lieb|herzlich|schön)\\S{0,3} gr[uü](?:ß|ss)\\S{0,2}|beste gr[uü](?:ß|ss)e|(?:mfg|vg|lg)",
    "(?:bien )?cordialement|(?:un )?(?:cordial )?saludo\\S?|atentamente|(?:com os melhores )?cumprimentos|atenciosamente",
    "(?:cordiali|distinti) saluti|(?:met )?vriendelijke groet\\S*|(?:med )?(?:vänlig|venlig|vennlig)\\S* (?:hälsning|hilsen)\\S*|mvh",
    "(?:z poważaniem|pozdrawiam)|с уважением|saygılarımla|s pozdravem|üdvözlettel",
  )}(?![\\p{L}\\d]).{0,30}$`,
  "iu",
);

const DISCLAIMER = new RegExp(
  alternatives(
    "(?:e-?mail|message|communication|transmission)\\b.{0,80}\\b(?:confidential|privileged|intended (?:only|solely))",
    "^(?:confidentiality|legal|privacy) (?:notice|disclaimer)|^disclaimer\\b",
    "diese (?:e-?mail|nachricht)\\b.{0,60}\\bvertraulich",
    "ce (?:message|courriel)\\b.{0,60}\\bconfidentiel",
    "este (?:mensaje|correo|e-?mail)\\b.{0,60}\\bconfiden[ct]ial",
    "please consider the environment|denken sie an die umwelt",
  ),
  "iu",
);

/** Pages of companies and people at social networks, as signatures name them. */
const PROFILES: Readonly<Record<string, RegExp>> = {
  "linkedin.com": /^\/(?:company|in)\/[^/]+\/?$/,
  "xing.com": /^\/(?:profile|companies|pages)\/[^/]+\/?$/,
  "facebook.com": /^\/[^/]+\/?$/,
  "instagram.com": /^\/[^/]+\/?$/,
  "twitter.com": /^\/[^/]+\/?$/,
  "x.com": /^\/[^/]+\/?$/,
  "youtube.com": /^\/(?:@[^/]+|(?:channel|c|user)\/[^/]+)\/?$/,
};

const isPageOfSender = (address: string): boolean => {
  const url = parseUrl(address);
  if (url === undefined || url.search !== "" || url.hash !== "") return false;
  return url.pathname === "/" || (PROFILES[url.hostname.replace(/^www\./, "")]?.test(url.pathname) ?? false);
};

/** Follows a mail's text line by line, and says where a link in it stands (decision 54). */
export class TextPlaces {
  /** What another mail's text below its mark is: the first mark decides. */
  private another: "forwarded" | "answered" | undefined;
  private linesSinceFrom = Number.POSITIVE_INFINITY;
  private isClosed = false;
  private isDisclaimed = false;

  private readonly kind: MailKind | undefined;

  constructor(kind: MailKind | undefined) {
    this.kind = kind;
  }

  /** Takes the next line, without the marks of quoting. Returns whether another mail begins with it. */
  take(line: string, isQuoted: boolean): boolean {
    const isHeader = this.endsHeader(line);
    if (this.another !== undefined) return isHeader;
    // What an answer quotes may hold forwards of its own.
    if (isQuoted && this.kind === "answer") return false;
    if (beginsForward(line)) this.another = "forwarded";
    else if (isHeader || beginsOriginal(line)) this.another = this.kind === "answer" ? "answered" : "forwarded";
    else if (!isQuoted && line.length < 500) {
      this.isClosed ||= CLOSING.test(line.trim());
      this.isDisclaimed ||= DISCLAIMER.test(line);
    }
    return this.another !== undefined;
  }

  /**
   * @param isFooter whether something else says that it stands under every mail; what is forwarded is never left out for that
   */
  placeOf(url: string, isQuoted: boolean, isFooter = false): FoundLink["place"] {
    if (this.another === "forwarded" || (isQuoted && this.kind === "forward")) return "own";
    if (this.another === "answered" || isQuoted) return "quoted";
    return isFooter || this.isDisclaimed || (this.isClosed && isPageOfSender(url)) ? "footer" : "own";
  }

  private endsHeader(line: string): boolean {
    if (isFromLine(line)) this.linesSinceFrom = 0;
    else if (++this.linesSinceFrom <= HEADER_LINES && isSubjectLine(line)) return true;
    return false;
  }
}
