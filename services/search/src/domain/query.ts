import { parseUrl, SatchelError, texts } from "@satchel/contracts";

/** Words, phrases and filters of one search at most: each costs a look-up, and people use a few. */
export const SEARCH_ITEMS = 30;

/** A word or a phrase, as it was typed. */
export interface Term {
  readonly text: string;
  /** Whether it also matches words that begin with it: the last one, which may be incomplete. */
  readonly prefix: boolean;
}

/** A filter by name, or its negation. */
export interface Named {
  readonly value: string;
  readonly not: boolean;
}

/** A parsed search: a link must match all terms and filters. */
export interface Search {
  readonly wanted: readonly Term[];
  readonly unwanted: readonly Term[];
  readonly tags: readonly Named[];
  /** Hosts, in the spelling of URLs. */
  readonly sites: readonly Named[];
  /** Names of folders. */
  readonly folders: readonly Named[];
  readonly favorite?: boolean;
  readonly visited?: boolean;
  /** Whether its page is gone. */
  readonly gone?: boolean;
  /** Whether another link leads to the same page. */
  readonly duplicate?: boolean;
  /** Saved at this time or later. */
  readonly from?: Date;
  /** Saved before this time. */
  readonly until?: Date;
  /** Nothing can match: two filters exclude each other, or the search has no letter and no digit. */
  readonly nothing: boolean;
}

/**
 * Reads a search.
 *
 *     search  = *( space / item )
 *     item    = ["-"] ( filter / phrase / word )
 *     filter  = name ":" ( phrase / word )       name = "tag" / "site" / "is" / "in" / "before" / "after"
 *     phrase  = DQUOTE *( any character but DQUOTE ) ( DQUOTE / end of the search )
 *     word    = 1*( any character but space and DQUOTE )
 *
 * Whatever is typed is a search: a name that is none, and a filter without a value, are words; what holds no letter and
 * no digit is passed over.
 * @throws {SatchelError} `invalid` on a date that is none and on more than {@link SEARCH_ITEMS} items
 */
export function readSearch(q: string): Search {
  const items = [...itemsOf(q)];
  if (items.length > SEARCH_ITEMS)
    throw invalid(`At most ${SEARCH_ITEMS} words and filters can be searched for at once`);
  const last = items.at(-1);
  const search = {
    wanted: [] as Term[],
    unwanted: [] as Term[],
    tags: [] as Named[],
    sites: [] as Named[],
    folders: [] as Named[],
    favorites: new Set<boolean>(),
    visits: new Set<boolean>(),
    pages: new Set<boolean>(),
    copies: new Set<boolean>(),
    from: [] as Date[],
    until: [] as Date[],
  };
  for (const item of items) {
    const { not, name, value } = item;
    if (name === undefined) {
      const prefix = item === last && !not && !item.quoted && !/\s$/.test(q);
      search[not ? "unwanted" : "wanted"].push({ text: value, prefix });
    } else if (name === "tag") search.tags.push({ value, not });
    else if (name === "site") search.sites.push({ value: hostOf(value), not });
    else if (name === "in") search.folders.push({ value, not });
    else if (name === "is") {
      const { set, means } = flags[value.toLowerCase() as keyof typeof flags];
      search[set].add(means !== not);
    } else search[(name === "before") === not ? "from" : "until"].push(beginOf(name, value));
  }
  const { favorites, visits, pages, copies, from, until, ...terms } = search;
  const wanted = terms.wanted.filter(isSaid);
  const unwanted = terms.unwanted.filter(isSaid);
  const [favorite] = favorites;
  const [visited] = visits;
  const [gone] = pages;
  const [duplicate] = copies;
  const isEmpty = wanted.length + unwanted.length + terms.tags.length + terms.sites.length + terms.folders.length === 0;
  const flagged = [favorites, visits, pages, copies];
  const isUnfiltered = flagged.every(({ size }) => size === 0) && from.length + until.length === 0;
  return {
    ...terms,
    wanted,
    unwanted,
    ...(favorite === undefined ? {} : { favorite }),
    ...(visited === undefined ? {} : { visited }),
    ...(gone === undefined ? {} : { gone }),
    ...(duplicate === undefined ? {} : { duplicate }),
    ...(from.length === 0 ? {} : { from: new Date(Math.max(...from.map(Number))) }),
    ...(until.length === 0 ? {} : { until: new Date(Math.min(...until.map(Number))) }),
    nothing: flagged.some(({ size }) => size > 1) || (isEmpty && isUnfiltered),
  };
}

type Name = "tag" | "site" | "is" | "in" | "before" | "after";

interface Item {
  readonly not: boolean;
  readonly name?: Name;
  readonly value: string;
  readonly quoted: boolean;
}

const flags = {
  fav: { set: "favorites", means: true },
  favorite: { set: "favorites", means: true },
  visited: { set: "visits", means: true },
  unvisited: { set: "visits", means: false },
  broken: { set: "pages", means: true },
  duplicate: { set: "copies", means: true },
} as const;

// Each alternative begins with another character or differs in the next one, so nothing is tried twice.
const ITEM = /(-?)(?:(tag|site|is|in|before|after):)?(?:"([^"]*)(?:"|$)|([^\s"]+))/giy;

function* itemsOf(q: string): Generator<Item> {
  ITEM.lastIndex = 0;
  const reader = new RegExp(ITEM);
  for (let at = 0; at < q.length; ) {
    if (/\s/.test(q.charAt(at))) {
      at++;
      continue;
    }
    reader.lastIndex = at;
    const [whole = q.charAt(at), minus = "", rawName, quoted, word] = reader.exec(q) ?? [];
    at += whole.length;
    const not = minus === "-";
    const value = (quoted ?? word ?? "").trim();
    const name = rawName?.toLowerCase() as Name | undefined;
    if (name !== undefined && (name !== "is" || Object.hasOwn(flags, value.toLowerCase())) && value !== "") {
      yield { not, name, value, quoted: quoted !== undefined };
    } else yield { not, value: name === undefined ? value : `${name} ${value}`, quoted: quoted !== undefined };
  }
}

/** Whether there is anything in it that texts have. */
const isSaid = ({ text }: Term): boolean => /[\p{Alphabetic}\p{Nd}]/u.test(text.normalize("NFKD"));

/** The host that a site is meant by: of an address, of a name with a leading "*." or ".", or the name itself. */
function hostOf(value: string): string {
  const named = value.replace(/^\*?\./, "");
  const { hostname } = parseUrl(/^https?:/i.test(named) ? named : `http://${named}`) ?? {};
  return hostname || named.toLowerCase().replace(/:\d+$/, "");
}

/** The first moment of a year, a month or a day. */
function beginOf(name: string, value: string): Date {
  const [, year, month = "01", day = "01"] = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/.exec(value) ?? [];
  const date = new Date(`${year}-${month}-${day}T00:00:00.000Z`);
  // A day that a month does not have would be one of the next month. PostgreSQL knows no year 0.
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day) || year === "0000") {
    throw invalid(`${name}: needs a year, a month or a day, such as 2026, 2026-01 or 2026-01-31`);
  }
  return date;
}

const invalid = (message: string): SatchelError =>
  new SatchelError("invalid", texts.links.search, { errors: [{ path: "/q", message }] });
