import { parseUrl } from "@satchel/contracts";
import { alternatives } from "./alternatives.ts";
import { beginsForward, beginsOriginal, isFromLine, isSubjectLine } from "./forward-marks.ts";
import type { FoundLink } from "./places.ts";
import type { MailKind } from "./subject-prefixes.ts";

/** Lines from "From:" to "Subject:" in the short header above another mail, at most: recipients may take several lines. */
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

/** Reads a mail's text line by line, and tells the place of a link in it (decision 54). */
export class TextPlaces {
  /** Whether the text below is another mail, forwarded or answered: the first mark decides. */
  private innerMail: "forwarded" | "answered" | undefined;
  private linesSinceFrom = Number.POSITIVE_INFINITY;
  private isClosed = false;
  private isDisclaimed = false;

  private readonly kind: MailKind | undefined;

  constructor(kind: MailKind | undefined) {
    this.kind = kind;
  }

  /** Reads the next line, without its quote marks. @returns whether another mail begins with it */
  take(line: string, isQuoted: boolean): boolean {
    const isHeader = this.endsHeader(line);
    if (this.innerMail !== undefined) return isHeader;
    // The quoted text of an answer may contain a forward.
    if (isQuoted && this.kind === "answer") return false;
    if (beginsForward(line)) this.innerMail = "forwarded";
    else if (isHeader || beginsOriginal(line)) this.innerMail = this.kind === "answer" ? "answered" : "forwarded";
    else if (!isQuoted && line.length < 500) {
      this.isClosed ||= CLOSING.test(line.trim());
      this.isDisclaimed ||= DISCLAIMER.test(line);
    }
    return this.innerMail !== undefined;
  }

  /**
   * A link of the line that is read now.
   * @param sign what other signs say of it: a footer does not count in forwarded text
   */
  found(url: string, isQuoted: boolean, sign?: "footer" | "subscription"): FoundLink {
    const isForwarded = this.innerMail === "forwarded" || (isQuoted && this.kind === "forward");
    const place =
      sign === "subscription" ? sign : this.placeOf(url, { isQuoted, isForwarded, isFooter: sign === "footer" });
    return isForwarded ? { url, place, isForwarded } : { url, place };
  }

  private placeOf(
    url: string,
    { isQuoted, isForwarded, isFooter }: Readonly<Record<"isQuoted" | "isForwarded" | "isFooter", boolean>>,
  ): FoundLink["place"] {
    if (isForwarded) return "own";
    if (this.innerMail === "answered" || isQuoted) return "quoted";
    return isFooter || this.isDisclaimed || (this.isClosed && isPageOfSender(url)) ? "footer" : "own";
  }

  private endsHeader(line: string): boolean {
    if (isFromLine(line)) this.linesSinceFrom = 0;
    else if (++this.linesSinceFrom <= HEADER_LINES && isSubjectLine(line)) return true;
    return false;
  }
}
