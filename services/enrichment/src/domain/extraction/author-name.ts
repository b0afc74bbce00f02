import type { ShownAuthors } from "./page-facts.ts";
import { keyOf } from "./title-key.ts";
import { titleText } from "./title-sources.ts";

/** UTF-16 units above which a byline is a text about the author. */
const LONGEST = 120;

/** Words before a name that say that it is the author's, in several languages. */
const BY = String.raw`(?:(?:article|authored|blog|contributed|created|interview|post|posted|published|recipe|report(?:ed)?|review|started|story|submitted|text|(?:view |see )?all (?:posts|articles)|words|written|(?:zeige )?alle (?:beiträge|artikel)|eingestellt|erstellt|verfasst|veröffentlicht|geschrieben|escrito|écrit|publié|publicado|scritto)\s+)?(?:by|von|par|por|di|door|av|af)`;
const LABEL = new RegExp(
  String.raw`^\s*(?:${BY}\s*:|${BY}(?=\s|$)|thread starter\b|beitrag\s*von\s|interview\s*:|text und interview\s*:|(?:the\s+)?authors?(?:\(s\)|'s name)?\s*:|(?:autor(?:in)?|auteur|autore)\s*:)\s*`,
  "i",
);
/** Without a space: two elements beside each other. */
const GLUED = /^\s*(?:(?:[Ww]ritten|[Pp]osted) )?[Bb]y(?=\p{Lu}\p{Ll})/u;

/** What follows a name: separators, a date, the time of reading, a place. */
const BEHIND =
  /\s*(?:[|｜•·∙⋅●»›→]|[–—](?=\s|$)|\s-\s|\s~\s).*$|[\s,(]+(?:on\s+)?(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?(?:\d{1,2}\.?\s+)?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d.*$|\s*\d{1,4}[./-]\d{1,2}[./-]\d{1,4}.*$|[\s,]+(?:last\s+)?(?:updated|published|posted|modified)\b.*$|\s+(?:am|on)$|(?:\s+@\S+|(?<=\p{L})@\w+)$/isu;

/** Texts that are no name: labels, programs' defaults, roles of the site. */
const NOBODY =
  /^(?:(?:the\s+|post\s+|no\s+)?authors?|auteur|autor(?:in)?|agencies|posted|publiziert|veröffentlicht|afficher mon profil complet|(?:wordpress)?admin(?:istrator)?|site ?admin|web ?master|root|user|guest|anonymous|undefined|null|none|unknown|name|n\/a|editor(?:ial)?(?: staff| team)?|staff(?: writer)?|contributors?|by|written by|posted by|view (?:more|all) posts?|see full bio|read more|get in touch|share|follow|home|comments?|reply|published|updated|contributors to .{1,40})$/i;

/** A date, a count, an address, a handle, a path or a sentence. */
const NO_NAME =
  /^(?:https?:)?\/\/|^www\.|^@|@\S+\.|^\W*\d|^\p{L}+\.(?:\p{L}+\.)+\p{L}+$|\b(?:19|20)\d{2}\b|\b(?:updated|published|ago|minutes?|min read|says:?)\b|[$€£{}<>?!=]/iu;

/** A date at the beginning of a text. */
const DATE =
  /^[^\p{L}\d]*(?:(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,?\s+)?(?:\d|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d)/iu;

/**
 * A declared author, without a label before it and without what follows; undefined where it is no person's name. Lines are
 * elements of their own: the first one with letters has the name, and those that begin with `and` go on with it.
 */
export function nameIn(text: string): string | undefined {
  if (text.length > LONGEST * 4) return undefined;
  const bare = firstLines(unlabelled(text));
  if (DATE.test(bare)) return undefined;
  const name = titleText(bare.replace(BEHIND, ""))
    ?.replace(/[\s,:;|/-]+$/u, "")
    .replace(/^["'\s]+|["'\s]+$/gu, "");
  if (name === undefined || name.length > LONGEST || !/\p{L}/u.test(name)) return undefined;
  return NOBODY.test(name) || NO_NAME.test(name) ? undefined : name;
}

function firstLines(text: string): string {
  const lines = text.split(/\n/, 32).map((line) => line.trim());
  // One letter of several lines stands for a picture.
  const letters = lines.length > 1 ? /\p{L}{2}|\p{Lo}/u : /\p{L}/u;
  const start = lines.findIndex((line) => letters.test(line) && unlabelled(line) !== "");
  const end = lines.findIndex(
    (line, at) => at > start && /\p{L}{2}/u.test(line) && !/^(?:[,&]|and\b)|\band$/i.test(line),
  );
  return start === -1 ? "" : lines.slice(start, end === -1 ? undefined : end).join(" ");
}

function unlabelled(text: string): string {
  return text.replace(LABEL, "").replace(GLUED, "");
}

/** Particles within names, which are written small. */
const SMALL =
  "and|und|et|y|e|en|og|och|with|&|de|del|della|di|da|do|dos|du|van|von|der|den|la|le|el|al|bin|ibn|ter|ten|zu";
const WORD = String.raw`(?:\p{Lu}[\p{L}\p{M}.'’-]*|(?:d|O|L)['’]\p{Lu}[\p{L}'’-]*)`;

/** Names as they stand in a text: words with capitals, particles between them, and others behind commas. */
const SHOWN = new RegExp(String.raw`^${WORD}(?:,?\s+(?:(?:${SMALL})\s+){0,2}${WORD}){0,11}(?=$|[,.(])`, "u");

/**
 * The author who is named in the lines around a title, behind a label (`By Ann Author`), on the same line or the next one.
 */
function nameInLines(lines: readonly string[]): string | undefined {
  for (const [at, line] of lines.entries()) {
    if (!LABEL.test(line) && !GLUED.test(line)) continue;
    const rest = unlabelled(line);
    const name = nameIn(rest === "" ? (lines[at + 1] ?? "") : rest);
    const [shown = ""] = SHOWN.exec(name?.split(/\s(?:in|on|at|for|from)\s|(?<=\p{Ll}{3})\.\s/u, 1)[0] ?? "") ?? [];
    if (shown !== "" && shown.length <= 80 && !/^\p{Lu}+$/u.test(shown)) return shown;
  }
  return undefined;
}

/** Names of one page that are read: papers can have hundreds. */
const NAMES = 10;

/** `Tide, Ann B.` as scholarly pages write it, but not `Tide, MD`. */
const REVERSED =
  /^(\p{Lu}[\p{L}\p{M}'’ -]{1,40}),\s(?![A-Z]{2,}\b|(?:Ph\.?D|Jr|Sr|Inc|Ltd|Co)\b)(\p{Lu}[\p{L}\p{M}.'’ -]{0,40})$/u;

/**
 * Several declared values as one text, as many as it has room for: `Ann Tide, Bo Reed`.
 * @param isScholarly whether each may have its family name first (`citation_author`, Dublin Core)
 * @returns undefined where none is a name
 */
export function joined(values: readonly string[], isScholarly: boolean): string | undefined {
  const names = values.slice(0, NAMES).flatMap((value) => nameIn(value) ?? []);
  const people = new Set(isScholarly ? names.map((name) => name.replace(REVERSED, "$2 $1")) : names);
  let text: string | undefined;
  for (const name of people) {
    const longer = text === undefined ? name : `${text}, ${name}`;
    if (longer.length > LONGEST) break;
    text = longer;
  }
  return text;
}

/** Whether a name is a login: one word without capitals. */
const isLogin = (name: string): boolean => !/\s/.test(name) && !/\p{Lu}|\p{Lo}/u.test(name);

/**
 * The author: the first declared name of a person, else the first that is shown. A declared login counts only where the page
 * has no name in its lines, and the site's name only where there is no other.
 */
export function chooseAuthor(
  { declared, lines, shown }: AuthorSources,
  siteNames: readonly string[],
): string | undefined {
  const isSite = (name: string) => siteNames.some((site) => keyOf(site) === keyOf(name));
  const names = (texts: readonly string[]) => texts.flatMap((text) => nameIn(text) ?? []);
  const own = names(declared);
  const inElements = names([...shown.marked, ...shown.classed, ...shown.beside]);
  const inLines = names([nameInLines(lines) ?? ""]);
  const [name] = own.filter((one) => !isSite(one) && !isLogin(one));
  return name ?? [...inLines, ...own, ...inElements].find((one) => !isSite(one)) ?? own[0] ?? inElements[0];
}

export type AuthorSources = {
  /** By metadata and JSON-LD. */
  declared: readonly string[];
  /** Lines around the title. */
  lines: readonly string[];
  shown: ShownAuthors;
};
