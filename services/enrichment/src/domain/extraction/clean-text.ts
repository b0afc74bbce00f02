/** White space of any script, including line breaks. */
const SPACE = /[\s\u0085]+/g;

/**
 * Invisible characters that can deceive: controls, bidirectional embeddings, overrides and isolates (CVE-2021-42574),
 * zero-width space, word joiner, soft hyphen, byte order mark, interlinear anchors, noncharacters, private use. Joiners
 * (U+200C, U+200D) and direction marks (U+200E, U+200F) stay: scripts and emoji need them.
 */
const INVISIBLE =
  /(?![\t-\r\u0085])\p{Cc}|[\u00ad\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\p{Noncharacter_Code_Point}\p{Co}]/gu;

const segmenter = new Intl.Segmenter("und", { granularity: "grapheme" });

/**
 * One line of well-formed Unicode (NFC) without controls, cut to `limit` UTF-16 units at the end of a character as the
 * reader sees it. Undefined when nothing is left.
 */
export function cleanText(text: string | undefined, limit: number): string | undefined {
  if (text === undefined) return undefined;
  const line = text.toWellFormed().replace(INVISIBLE, "").replace(SPACE, " ").normalize("NFC").trim();
  const cut = line.length <= limit ? line : cutAtCharacter(line, limit).trimEnd();
  return cut === "" ? undefined : cut;
}

function cutAtCharacter(text: string, limit: number): string {
  let end = 0;
  // A little beyond the limit, so that the last character inside it is seen whole.
  for (const { index, segment } of segmenter.segment(text.slice(0, limit + 64))) {
    if (index + segment.length > limit) break;
    end = index + segment.length;
  }
  // One character longer than the limit (letters can be stacked without end) is cut between code points.
  return end > 0 ? text.slice(0, end) : text.slice(0, limit).replace(/[\ud800-\udbff]$/, "");
}
