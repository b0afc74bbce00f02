import {
  FILTER_VALUES,
  filterValue,
  parseUrl,
  SatchelError,
  SEARCH_FLAGS,
  SEARCH_ITEMS,
  searchFault,
  type SearchFault,
  searchFlag,
  type SearchItem,
  searchLanguage,
  type SearchToken,
  searchTokens,
  texts,
  type TimeSpan,
  timeSpan,
} from "@satchel/contracts";

/** A word or a phrase, as it was typed. */
export interface Term {
  readonly text: string;
  /** Whether it also matches words that begin with it: true for the last term, which may be incomplete. */
  readonly prefix: boolean;
  /** The only field in which it is searched. */
  readonly field?: Field;
}

/** Fields by which words can be searched. Those of copies and highlights are in tables of their own (`passages`). */
const FIELDS = ["title", "note", "text", "highlight"] as const;
export type Field = (typeof FIELDS)[number];

/** How far an article was read: not at all, to its end, or a part of it. */
export type ReadState = (typeof FILTER_VALUES)["read"][number];

/** A filter by name, or its negation. */
interface NameFilter {
  readonly value: string;
  readonly not: boolean;
}

/** What a link is or is not; what is missing does not matter. */
export interface Flags {
  readonly favorite?: boolean;
  readonly visited?: boolean;
  /** Whether its page is gone. */
  readonly gone?: boolean;
  /** Whether another link leads to the same page. */
  readonly duplicate?: boolean;
  /** Whether it is in no folder. */
  readonly unfiled?: boolean;
  /** Whether it has no tags. */
  readonly untagged?: boolean;
  /** Whether its page takes more than `LONG_READ_MINUTES` to read. */
  readonly long?: boolean;
  /** Whether it has a copy. */
  readonly kept?: boolean;
  /** Whether it has a reminder. */
  readonly reminder?: boolean;
  /** Whether the time of its reminder has come. */
  readonly due?: boolean;
}

/** A group: one of its searches must match, or with `not` none of them may. */
export interface Group {
  readonly any: readonly Search[];
  readonly not: boolean;
}

/** A parsed search: a link must match all terms, filters and groups. */
export interface Search extends TimeSpan {
  readonly wanted: readonly Term[];
  readonly unwanted: readonly Term[];
  readonly tags: readonly NameFilter[];
  /** Hosts, in the spelling of URLs. */
  readonly sites: readonly NameFilter[];
  /** Names of folders. */
  readonly folders: readonly NameFilter[];
  readonly groups: readonly Group[];
  /** Languages of copies. */
  readonly languages: readonly NameFilter[];
  readonly read: readonly { readonly value: ReadState; readonly not: boolean }[];
  readonly flags: Flags;
  /** Nothing can match: two filters exclude each other, or the search has no letter and no digit. */
  readonly nothing: boolean;
}

/**
 * Reads a search by the grammar of {@link searchTokens}. Unknown names and filters without a value are read as words. A
 * word without a letter or digit is ignored.
 * @throws {SatchelError} `invalid` where {@link searchFault} finds something
 */
export function readSearch(q: string): Search {
  const fault = searchFault(q);
  if (fault !== undefined) {
    throw new SatchelError("invalid", texts.links.search, { errors: [{ path: "/q", message: messageOf(fault) }] });
  }
  const tokens = searchTokens(q);
  const last = /\s$/.test(q) ? undefined : tokens.at(-1);
  const any = readGroup(tokens[Symbol.iterator](), last);
  const [only, ...others] = any;
  if (only === undefined) return { ...EMPTY, nothing: true };
  return others.length === 0 ? only : { ...EMPTY, groups: [{ any, not: false }] };
}

function messageOf(fault: SearchFault): string {
  if (fault.kind === "tooMany")
    return `At most ${SEARCH_ITEMS} words, filters and brackets can be searched for at once`;
  if (fault.kind === "flag") return `is: needs one of ${SEARCH_FLAGS.join(", ")}`;
  if (fault.kind === "value") return `${fault.name}: needs one of ${FILTER_VALUES[fault.name].join(", ")}`;
  if (fault.kind === "language") return "lang: needs the code of a language, such as de or en";
  const span = fault.name === "saved" ? ", or a time such as 2026-01..2026-03" : "";
  return `${fault.name}: needs a year, a month or a day, such as 2026, 2026-01 or 2026-01-31${span}`;
}

const EMPTY: Search = {
  wanted: [],
  unwanted: [],
  tags: [],
  sites: [],
  folders: [],
  groups: [],
  languages: [],
  read: [],
  flags: {},
  nothing: false,
};

/** Reads up to the closing bracket. @returns the searches between `or`, without empty ones */
function readGroup(tokens: Iterator<SearchToken>, last: SearchToken | undefined): Search[] {
  const searches: Search[] = [];
  let parts: (SearchItem | Group)[] = [];
  const end = (): void => {
    const search = join(parts, last);
    if (search !== undefined) searches.push(search);
    parts = [];
  };
  for (let next = tokens.next(); next.done !== true && next.value.kind !== "close"; next = tokens.next()) {
    const token = next.value;
    if (token.kind === "or") end();
    else if (token.kind === "item") parts.push(token);
    else if (token.kind === "open") {
      const any = readGroup(tokens, last);
      if (any.length > 0) parts.push({ any, not: token.not });
    }
  }
  end();
  return searches;
}

const FLAGS = {
  fav: { of: "favorite", is: true },
  visited: { of: "visited", is: true },
  unvisited: { of: "visited", is: false },
  broken: { of: "gone", is: true },
  duplicate: { of: "duplicate", is: true },
  unfiled: { of: "unfiled", is: true },
  untagged: { of: "untagged", is: true },
  long: { of: "long", is: true },
  due: { of: "due", is: true },
  reminder: { of: "reminder", is: true },
} as const satisfies Record<(typeof SEARCH_FLAGS)[number], { readonly of: keyof Flags; readonly is: boolean }>;

/** The search for all of the parts; undefined when it is empty. */
function join(parts: readonly (SearchItem | Group)[], last: SearchToken | undefined): Search | undefined {
  const search = {
    wanted: [] as Term[],
    unwanted: [] as Term[],
    tags: [] as NameFilter[],
    sites: [] as NameFilter[],
    folders: [] as NameFilter[],
    groups: [] as Group[],
    languages: [] as NameFilter[],
    read: [] as { value: ReadState; not: boolean }[],
  };
  const flags: Partial<Record<keyof Flags, boolean>> = {};
  const times: TimeSpan[] = [];
  let nothing = false;
  const setFlag = (of: keyof Flags, is: boolean): void => {
    nothing ||= flags[of] === !is;
    flags[of] ??= is;
  };
  for (const part of parts) {
    if ("any" in part) {
      search.groups.push(part);
      continue;
    }
    const { not, name, value } = part;
    if (name === undefined || isField(name) || value === "") {
      const text = value === "" && name !== undefined ? `${name}:` : value;
      const term = { text, prefix: part === last && !not && !part.quoted };
      if (hasLetterOrDigit(term))
        search[not ? "unwanted" : "wanted"].push(isField(name) && value !== "" ? { ...term, field: name } : term);
    } else if (name === "tag") search.tags.push({ value, not });
    else if (name === "site") search.sites.push({ value: hostOf(value), not });
    else if (name === "in") search.folders.push({ value, not });
    else if (name === "is") {
      const { of, is } = FLAGS[searchFlag(value) ?? "fav"];
      setFlag(of, is !== not);
    } else if (name === "kept") setFlag("kept", (value.toLowerCase() === "yes") !== not);
    else if (name === "lang") search.languages.push({ value: searchLanguage(value) ?? value, not });
    else if (name === "read") {
      search.read.push({ value: filterValue(name, value) ?? "no", not });
    } else {
      const span = timeSpan(name, value) ?? {};
      if (!not) times.push(span);
      else if (name === "saved") search.groups.push({ any: [{ ...EMPTY, ...span }], not });
      else times.push({ from: span.until, until: span.from });
    }
  }
  const from = times.flatMap((span) => span.from ?? []);
  const until = times.flatMap((span) => span.until ?? []);
  const isEmpty =
    Object.values(search).every(({ length }) => length === 0) && times.length === 0 && Object.keys(flags).length === 0;
  if (isEmpty) return undefined;
  return {
    ...search,
    flags,
    ...(from.length === 0 ? {} : { from: new Date(Math.max(...from.map(Number))) }),
    ...(until.length === 0 ? {} : { until: new Date(Math.min(...until.map(Number))) }),
    nothing,
  };
}

const isField = (name: string | undefined): name is Field => FIELDS.some((field) => field === name);

/** Whether a term can be found in texts: symbols are not indexed. */
const hasLetterOrDigit = ({ text }: Term): boolean => /[\p{Alphabetic}\p{Nd}]/u.test(text.normalize("NFKD"));

/** The host of a site filter, which may be a URL, or a host with a leading "*." or ".". */
function hostOf(value: string): string {
  const named = value.replace(/^\*?\./, "");
  const { hostname } = parseUrl(/^https?:/i.test(named) ? named : `http://${named}`) ?? {};
  return hostname || named.toLowerCase().replace(/:\d+$/, "");
}
