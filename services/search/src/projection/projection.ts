import type { Change, Projection, Row, StoredEvent } from "@satchel/chassis";
import type { AnyEvent, LinkChanges, LinkId, UserId } from "@satchel/contracts";
import {
  indexed,
  type IndexedText,
  indexedAddress,
  indexedTags,
  ownerName,
  type Weight,
  withNames,
} from "../domain/vectors.ts";
import { isOfVocabulary } from "../domain/words.ts";
import { tables } from "./tables.ts";

/** Columns of `search.texts` with their indexed texts; null: no text. */
type Columns = Readonly<Record<string, IndexedText | null>>;

function project({ at, type, data, sequence }: StoredEvent): Change[] {
  if (at.kind !== "aggregate") return [];
  const user_id = at.userId;
  const event = { type, data } as AnyEvent;
  const key = { user_id, id: at.aggregateId ?? "" };
  const sweepDue: Change = { op: "put", table: "sweeps", row: { user_id, sequence } };
  // Writes nothing for a link without a copy.
  const refile: Change = { op: "patch", table: "filings", key, set: { sequence } };
  const change = (columns: Columns): Change[] =>
    Object.keys(columns).length === 0
      ? []
      : [
          { op: "patch", table: "texts", key, set: vectorsOf(columns) },
          ...vocabularyOf(user_id, columns),
          sweepDue,
          refile,
        ];

  switch (event.type) {
    case "LinkSaved": {
      const { url, title, suggestedTitle, description, notes, tags } = event.data;
      const columns = {
        own_title: textOf(title, "A"),
        page_title: null,
        suggested_title: textOf(suggestedTitle, "A"),
        own_tags: tags === undefined ? null : indexedTags(tags),
        page_tags: null,
        own_description: textOf(description, "C"),
        page_description: null,
        address: withNames(indexedAddress(url), [ownerName(user_id)]),
        final_address: null,
        notes: textOf(notes, "D"),
      };
      return [{ op: "put", table: "texts", row: { ...key, ...vectorsOf(columns) } }, ...vocabularyOf(user_id, columns)];
    }
    case "LinkSavedAgain":
      return change(ownColumns(event.data));
    case "LinkChanged":
      return change({ ...ownColumns(event.data), ...(event.data.tagsOfPage === true ? { own_tags: null } : {}) });
    case "LinkPurged":
      return [
        { op: "remove", table: "texts", key },
        sweepDue,
        ...OF_COPIES.map((table): Change => ({ op: "removeWhere", table, where: key })),
      ];
    case "PageDescribed": {
      const { url, finalUrl, page } = event.data;
      return change({
        page_title: textOf(page.title, "A"),
        page_description: textOf(page.description, "C"),
        page_tags: indexedTags(page.tags),
        ...finalAddress(url, finalUrl),
      });
    }
    case "PageFetchFailed":
    case "PageUnreachable": {
      const { url, finalUrl } = event.data;
      return finalUrl === undefined ? [] : change(finalAddress(url, finalUrl));
    }
    case "PageKept":
    case "CopyDeleted":
    case "CopyRestored":
    case "CopyPurged": {
      const { version, linkId: id } = event.data;
      return [...ofCopy(event, { user_id, id, version }, sequence), { ...refile, key: { user_id, id } }];
    }
    case "HighlightMade":
    case "HighlightChanged":
    case "HighlightDeleted":
    case "HighlightRestored":
    case "HighlightPurged":
      return [...ofHighlight(event, user_id), ...(event.type === "HighlightMade" ? [] : [sweepDue])];
    case "ReadingMoved":
      return [{ op: "put", table: "readings", row: { ...key, part: event.data.part } }];
    case "UserErased":
      return tables.map(({ name }) => ({ op: "removeWhere", table: name, where: { user_id } }));
    default:
      return [];
  }
}

/** The tables of a link's copies and highlights. */
const OF_COPIES = ["copies", "filings", "passages", "readings"];

type CopyEvent = Extract<AnyEvent, { type: "PageKept" | "CopyDeleted" | "CopyRestored" | "CopyPurged" }>;

function ofCopy(event: CopyEvent, key: Row & { user_id: UserId; id: LinkId }, sequence: number): Change[] {
  const { user_id, id } = key;
  switch (event.type) {
    case "PageKept": {
      const language = event.data.language?.toLowerCase() ?? null;
      return [
        { op: "put", table: "copies", row: { ...key, sequence, language, is_deleted: false } },
        { op: "put", table: "filings", row: { user_id, id, sequence, filed: 0 } },
      ];
    }
    case "CopyPurged":
      return [{ op: "remove", table: "copies", key }];
    default:
      return [{ op: "patch", table: "copies", key, set: { is_deleted: event.type === "CopyDeleted" } }];
  }
}

type HighlightEvent = Extract<
  AnyEvent,
  { type: "HighlightMade" | "HighlightChanged" | "HighlightDeleted" | "HighlightRestored" | "HighlightPurged" }
>;

function ofHighlight(event: HighlightEvent, user_id: UserId): Change[] {
  const { linkId: id, highlightId } = event.data;
  const [quotation, note] = [`h${highlightId}`, `n${highlightId}`].map((part) => ({ user_id, id, part }));
  const put = (key: Row | undefined, content: string, weight: Weight): Change[] => {
    const { vector, words } = withNames(indexed([content], weight), [ownerName(user_id)]);
    return [
      { op: "put", table: "passages", row: { ...key, content, words: vector, is_deleted: false } },
      ...vocabulary(user_id, true, words.filter(isOfVocabulary)),
    ];
  };
  const both = [quotation, note].flatMap((key) => key ?? []);
  switch (event.type) {
    case "HighlightMade":
      return [
        ...put(quotation, event.data.quote.exact, "A"),
        ...(event.data.note === undefined ? [] : put(note, event.data.note, "B")),
      ];
    case "HighlightChanged":
      return event.data.note === undefined ? [] : put(note, event.data.note, "B");
    case "HighlightPurged":
      return both.map((key) => ({ op: "remove", table: "passages", key }));
    default:
      return both.map((key) => ({
        op: "patch",
        table: "passages",
        key,
        set: { is_deleted: event.type === "HighlightDeleted" },
      }));
  }
}

const textOf = (text: string | undefined, weight: Weight): IndexedText | null =>
  text === undefined ? null : indexed([text], weight);

const finalAddress = (url: string, finalUrl: string): Columns => ({
  final_address: finalUrl === url ? null : indexedAddress(finalUrl),
});

/** The columns of the owner's texts. Missing fields stay; an empty one becomes null, so that the page's text is shown. */
const ownColumns = ({ title, description, notes, tags }: LinkChanges): Columns => ({
  ...(title === undefined ? {} : { own_title: textOf(title || undefined, "A") }),
  ...(description === undefined ? {} : { own_description: textOf(description || undefined, "C") }),
  ...(notes === undefined ? {} : { notes: textOf(notes || undefined, "D") }),
  ...(tags === undefined ? {} : { own_tags: indexedTags(tags) }),
});

const vectorsOf = (columns: Columns): Record<string, string | null> =>
  Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, column?.vector ?? null]));

// Words of one character are never looked up.
const vocabularyOf = (user_id: UserId, columns: Columns): Change[] => {
  const words = new Set(Object.values(columns).flatMap((column) => column?.words ?? []));
  return vocabulary(
    user_id,
    false,
    [...words].filter((word) => word.length > 1),
  );
};

const vocabulary = (user_id: UserId, in_text: boolean, words: readonly string[]): Change[] =>
  words.map((word) => ({ op: "put", table: "vocabulary", row: { user_id, in_text, word } }));

/** The words of links and highlights, the vocabularies of accounts, and which texts of copies are to be filed. */
export const searchProjection: Projection = { name: "search", version: 5, tables, project };
