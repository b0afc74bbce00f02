/** UTF-16 units below which a paragraph is a date or a label. */
const SHORTEST = 60;

/** The share of links above which a paragraph is navigation. */
const LINKS_MOST = 0.6;

/** Phrases of requests for consent in several languages. */
const CONSENT =
  /\bcookies?\b.{0,300}?\b(?:accept|agree|consent|experience|privacy|prefer|settings|third[ -]part|track|zustimm|einwillig|akzept|datenschutz|einstellungen|technologien|accepte|consent|confidentialit|param[eè]tres|acept|privacidad|configur|accett|consens|instemm|akkoord|samtyck|godk|zgod|polityk)|\b(?:we|wir|nous|we and our partners|wir und unsere partner|this (?:web)?site|diese (?:web)?seite|ce site|este sitio|questo sito|deze (?:web)?site)\b.{0,80}?\b(?:use[sn]?|verwende[nt]|nutzen|setzen|utilis\w+|utiliza\w*|usa|store|speichern|gebruik\w*)\b.{0,80}?\bcookies?\b/i;

const NO_SCRIPT =
  /\b(?:enable|turn on|activate|requires?|without) javascript\b|\bjavascript (?:is|must be|seems to be)\b|\bjavascript (?:ist )?(?:de)?aktivier/i;

/**
 * Whether a paragraph may describe its page: it is long enough, not mainly links, and no request for consent or JavaScript.
 * @param linked UTF-16 units of it that are links
 */
export function isSummary(paragraph: string, linked: number): boolean {
  const text = paragraph.trim();
  return text.length >= SHORTEST && linked <= text.length * LINKS_MOST && !CONSENT.test(text) && !NO_SCRIPT.test(text);
}

/** What a program writes behind a text that it has cut. */
const CUT_MARK = /\s*(?:…|\.{3}|\[(?:…|\.{3})\])$/;

/** The longest text that begins with a summary that was cut. The summary itself if it was not cut, or no text begins with it. */
export function wholeSummary(summary: string, texts: readonly string[]): string {
  const start = summary.replace(CUT_MARK, "");
  const isWhole = start === summary && /[^\p{L}\p{N}\p{M},;-]$/u.test(summary);
  if (isWhole) return summary;
  return texts.reduce(
    (longest, text) => (text.length > longest.length && text.startsWith(start) ? text : longest),
    summary,
  );
}
