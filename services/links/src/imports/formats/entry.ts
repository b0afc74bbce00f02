/**
 * One bookmark as its file tells it. Nothing is judged or cut yet; texts may be empty. `folders` are the names of the
 * folders it lies in, from the outermost in.
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

/** How often a bookmark was opened elsewhere. A source that knows only that it was read says once. */
export interface Visits {
  readonly count: number;
  readonly firstAt?: Date | undefined;
  readonly lastAt?: Date | undefined;
}

/** A folder that is to be there even if nothing lies in it, with its look. */
export interface FolderEntry {
  readonly kind: "folder";
  readonly folders: readonly string[];
  readonly color?: string | undefined;
  readonly emoji?: string | undefined;
}

/** Something of the file that is no bookmark: what it was, and a sentence saying why it was not taken. */
export interface FaultEntry {
  readonly kind: "fault";
  readonly text: string;
  readonly reason: string;
}

export type Entry = Bookmark | FolderEntry | FaultEntry;

/** The text of a file from its beginning, in pieces. A parser that has to look twice opens it twice. */
export type OpenText = () => AsyncIterable<string>;

/**
 * Reads one format piece by piece: what it keeps in memory does not grow with the file.
 * @throws {UnreadableFile} where the file can't be read on
 */
export type Parse = (open: OpenText) => AsyncIterable<Entry>;

/** A file that can't be read, or not to its end. The message is a sentence for the user. */
export class UnreadableFile extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = "UnreadableFile";
  }
}

/** What a source that marks its bookmarks as read says of one. */
export const readOnce = (isRead: boolean): Visits | undefined => (isRead ? { count: 1 } : undefined);
