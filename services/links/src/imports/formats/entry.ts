import type { MakeHighlight, PayloadOf } from "@satchel/contracts";

/**
 * One bookmark as it is in the file: nothing is validated or cut yet, and texts may be empty. `folders` are the names
 * of its folders, outermost first.
 */
export interface Bookmark {
  readonly kind: "bookmark";
  readonly url: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly notes?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly folders?: readonly string[] | undefined;
  readonly isFavorite?: boolean | undefined;
  readonly createdAt?: Date | undefined;
  readonly savedAt?: Date | undefined;
  readonly visits?: Visits | undefined;
}

/** Visits to a bookmark in another program. One that only knows that it was read counts as one. */
export interface Visits {
  readonly count: number;
  readonly firstAt?: Date | undefined;
  readonly lastAt?: Date | undefined;
}

/** A marked text of a page: nothing is validated or cut yet. */
export interface MarkedText {
  readonly exact: string;
  /** What else it is found by, where it comes from another account of Satchel, and its id there. */
  readonly more?: Pick<PayloadOf<typeof MakeHighlight>, "position" | "textHash" | "formerId"> & {
    readonly prefix: string;
    readonly suffix: string;
  };
  readonly note?: string | undefined;
  /** As the other program names it. */
  readonly color?: string | undefined;
  readonly madeAt?: Date | undefined;
}

/** What was highlighted in a page: one that comes in the file before it, or is found by its title alone. */
export interface HighlightsEntry {
  readonly kind: "highlights";
  readonly url?: string | undefined;
  readonly title?: string | undefined;
  readonly highlights: readonly MarkedText[];
}

/** A folder of the file, which may be empty, with colour and emoji. */
export interface FolderEntry {
  readonly kind: "folder";
  readonly folders: readonly string[];
  readonly color?: string | undefined;
  readonly emoji?: string | undefined;
}

/** An entry that can't be imported, with a sentence saying why. */
export interface FaultEntry {
  readonly kind: "fault";
  readonly text: string;
  readonly reason: string;
}

export type Entry = Bookmark | HighlightsEntry | FolderEntry | FaultEntry;

/** Opens the text of a file from its beginning, in chunks. A parser that needs two passes opens it twice. */
export type OpenText = () => AsyncIterable<string>;

/**
 * Parses one format chunk by chunk: its memory does not grow with the file.
 * @throws {UnreadableFile} when the rest of the file can't be read
 */
export type Parse = (open: OpenText) => AsyncIterable<Entry>;

/** A file that can't be read, or not to its end. The message is a sentence for the user. */
export class UnreadableFile extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "UnreadableFile";
  }
}

/** The visits of a bookmark in a program that only marks bookmarks as read. */
export const readOnce = (isRead: boolean): Visits | undefined => (isRead ? { count: 1 } : undefined);
