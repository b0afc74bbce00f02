import type { LinkId, UserId } from "@satchel/contracts";

/** An event that must be in the journal: its type, and the known part of its data. */
export interface Fact {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A link with all acknowledged changes, and their events in order. */
export interface LedgerLink {
  readonly url: string;
  /** Undefined while only a mail was sent. */
  readonly id: LinkId | undefined;
  readonly facts: Fact[];
  isFavorite: boolean;
  folderId: number | null;
  visits: number;
  title: string | undefined;
  isDeleted: boolean;
}

interface LedgerMail {
  readonly messageId: string;
  readonly urls: readonly string[];
}

/** All acknowledged changes of one person. */
export class Ledger {
  readonly userId: UserId;
  readonly links: LedgerLink[] = [];
  readonly mails: LedgerMail[] = [];
  readonly folders: { id: number; name: string }[] = [];
  /** The events of the person's folders, in order. */
  readonly folderFacts: Fact[] = [];

  constructor(userId: UserId) {
    this.userId = userId;
  }

  keep(url: string, id?: LinkId): LedgerLink {
    const facts = [{ type: "LinkSaved", data: { url } }];
    const fresh = { isFavorite: false, folderId: null, visits: 0, title: undefined, isDeleted: false };
    const link: LedgerLink = { url, id, facts, ...fresh };
    this.links.push(link);
    return link;
  }
}
