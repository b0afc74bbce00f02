import { type Confirmation, CONFIRMED_CODE_CHARS, parseWebUrl, URL_CHARS } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";

/** Characters of a mail in which its code and link are looked for: such mails are short. */
const SEARCHED_CHARS = 100_000;

/** What the subject of a mail that asks to confirm something says, in the languages of the large providers. */
const ASKS =
  /confirm|verif(?:y|ic)|activat|best[aä]e?tig|aktivier|verifizier|confirme|vérifi|conferma|verifica|confirma|bevestig|bekræft|bekräft|potwierd|подтвер|確認|确认|確定/iu;

/** What its link is called, or what its address says. */
const LEADS =
  /confirm|verif(?:y|ic)|activat|best[aä]e?tig|aktivier|verifizier|opt-?in|\/vf-|potwierd|подтвер|確認|确认/iu;

/** What ends or refuses: Gmail's mail has such a link beside the other one. */
const ENDS = /unsubscribe|cancel|abmeld|ablehn|stornier|widerruf|désinscri|\/uf-/iu;

// Without `<` within a tag, so that the search never goes back: the time is in proportion to the length.
const ANCHOR = /<a\s([^<>]{1,5000})>/gi;
const HREF = /(?:^|\s)href\s*=\s*(?:"([^"]{1,4000})"|'([^']{1,4000})'|([^\s"'>]{1,4000}))/i;

/** Characters of HTML after a link's tag in which its label is looked for. */
const LABEL_CHARS = 600;
const ADDRESS = /https?:\/\/[^\s<>"']{4,4000}/gi;

/** A code in the subject (Gmail's "(#123456789)"), or beside the word for it. */
const CODE_IN_SUBJECT = /\(#\s*(\d{4,12})\)/;
const CODE = /\b(?:code|pin|kode|código|codice|код)\b[^\d\n]{0,40}?\b(\d{4,10})\b/iu;

/**
 * What a mail asks to confirm: the code, and the link. Nobody opens the link but its reader.
 * @param text its text as a reader sees it, with the addresses of a plain mail; or its HTML
 */
export function confirmationIn(subject: string, html: string): Confirmation | undefined {
  if (!ASKS.test(subject)) return undefined;
  const source = html.slice(0, SEARCHED_CHARS);
  const code = (CODE_IN_SUBJECT.exec(subject) ?? CODE.exec(withoutTags(source)))?.[1]?.slice(0, CONFIRMED_CODE_CHARS);
  const links = [
    ...Array.from(source.matchAll(ANCHOR), ({ 0: tag, 1: attributes = "", index }) => {
      const [, a, b, c] = HREF.exec(attributes) ?? [];
      const after = source.slice(index + tag.length, index + tag.length + LABEL_CHARS);
      return { url: a ?? b ?? c ?? "", label: after.split(/<\/a/i, 1)[0] ?? "" };
    }),
    ...Array.from(source.matchAll(ADDRESS), ([url]) => ({ url, label: "" })),
  ].flatMap(({ url, label }) => {
    const { href } = parseWebUrl(url.replaceAll("&amp;", "&").replace(/[.,;:!)]+$/, "")) ?? {};
    return href !== undefined && href.length <= URL_CHARS ? [{ url: href, label: withoutTags(label) }] : [];
  });
  const url = links.find(
    (link) => LEADS.test(`${link.label} ${link.url}`) && !ENDS.test(`${link.label} ${link.url}`),
  )?.url;
  if (code === undefined && url === undefined) return undefined;
  return compact({ code, url });
}

const withoutTags = (html: string): string => html.replace(/<[^<>]{0,2000}>/g, " ").replace(/&(?:nbsp|#160);/g, " ");
