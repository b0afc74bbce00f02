import { type CommandClient, type Journal, JournalConflict } from "@satchel/chassis";
import {
  aggregateSubject,
  type EventOf,
  type FolderId,
  importTexts,
  type LinkChanged,
  type LinkId,
  type LinkSaved,
  StorePageHistory,
  texts,
  type UserId,
  type Visits,
} from "@satchel/contracts";
import { v5 } from "uuid";
import type { LinkIds } from "../../commands/link-id.ts";
import type { LinkQuota } from "../../commands/link-quota.ts";
import { readWebAddress } from "../../domain/canonical-url.ts";
import type { FaultEntry } from "../formats/index.ts";
import type { ExportedEvent } from "./exported-event.ts";

interface LinkHistoryDeps {
  readonly linkIds: LinkIds;
  readonly journal: Journal;
  readonly client: CommandClient;
  readonly userId: UserId;
  /** The folder here for a folder of the file; null when there is none. */
  readonly folderOf: (folderId: FolderId) => FolderId | null;
  /** Counts a link of the file, once. */
  readonly count: (outcome: "saved" | "known") => void;
  /** Sequence of this import's first event: events that were imported after it are of this import. */
  readonly begun: number;
  /** For links that are new here. */
  readonly quota: LinkQuota;
}

/** The data of an event, as far as it may name other links by their visits. */
interface WithVisits {
  readonly past?: { readonly visits: VisitsOfFile } | undefined;
  readonly visits?: VisitsOfFile | undefined;
}

type VisitsOfFile = Omit<Visits, "ofOthers"> & Partial<Pick<Visits, "ofOthers">>;

/** A link of the file, and the stored part of its history. */
interface LinkOfFile {
  readonly linkId: LinkId;
  /** Its address, which stays the same. */
  readonly canonicalUrl: string;
  /** Sequence of its last event in the journal; 0 for none. */
  revision: number;
  /**
   * Id of its last event in the journal: the file's events up to it are stored already. If it is not an event of the
   * file, the link has its own history here.
   */
  storedUpTo: string | undefined;
  /** Id of the file's last event about its page. */
  lastOfPage: string | undefined;
  isDescribed: boolean;
  isDeleted: boolean;
}

/** The id that an imported event has here: a file imported twice, or by two workers, is stored once. */
export const importedIdOf = (userId: UserId, id: string): string => v5(id, userId);

/** Events of a page after which it is not fetched by itself. */
const FETCH_RESULTS = new Set(["PageDescribed", "PageFoundUnchanged", "PageUnreachable"]);
/** What remains of a purged link: its address is unknown. */
const TOMBSTONES = new Set(["LinkDeleted", "LinkPurged"]);
const FETCH_REQUESTS = new Set(["LinkSaved", "LinkRefreshRequested"]);
const REVIVALS = new Set(["LinkSaved", "LinkSavedAgain", "LinkRestored"]);

/**
 * Stores the histories of a file's links: an event is stored if the one before it in the file is the last of its link.
 * So a link with its own history here stays as it is, and a partly stored history is completed.
 */
export class LinkHistory {
  readonly #deps: LinkHistoryDeps;
  /** By their ids in the file. */
  readonly #links = new Map<string, LinkOfFile>();
  /** Links that found no quota, by their ids in the file. */
  readonly #refused = new Set<string>();

  /** Mails, by their ids in the file. */
  readonly #letters = new Set<string>();

  constructor(deps: LinkHistoryDeps) {
    this.#deps = deps;
  }

  /** Leaves a mail and all its events out. @returns why, the first time: a mail counts once */
  leaveOut(letter: string): FaultEntry | undefined {
    if (this.#letters.has(letter)) return undefined;
    this.#letters.add(letter);
    return { kind: "fault", text: "LinkSaved", reason: importTexts.mail };
  }

  /** Stores an event. @returns why that was not possible */
  async store(event: ExportedEvent): Promise<FaultEntry | undefined> {
    const known = this.#links.get(event.aggregate ?? "");
    if (known !== undefined) return this.#store(known, event);
    if (TOMBSTONES.has(event.type) || this.#letters.has(event.aggregate ?? "")) return undefined;
    const noRoom = { kind: "fault", text: event.type, reason: texts.links.full } as const;
    if (this.#refused.has(event.aggregate ?? "")) return noRoom;
    const address = event.type === "LinkSaved" ? readWebAddress(event.data.url) : undefined;
    if (address === undefined) {
      return { kind: "fault", text: event.type, reason: "The file does not say how this link began." };
    }
    const link: LinkOfFile = {
      linkId: this.#deps.linkIds(this.#deps.userId, address.canonicalUrl),
      canonicalUrl: address.canonicalUrl,
      revision: 0,
      storedUpTo: undefined,
      lastOfPage: undefined,
      isDescribed: false,
      isDeleted: false,
    };
    const hasTaken = this.#deps.quota.take();
    if (!hasTaken && !(await this.#isHere(link))) {
      this.#refused.add(event.aggregate ?? "");
      return noRoom;
    }
    this.#links.set(event.aggregate ?? "", link);
    return this.#begin(link, event, hasTaken);
  }

  async #isHere(link: LinkOfFile): Promise<boolean> {
    const last = await this.#deps.journal.last(this.#subjectOf(link));
    return last !== undefined && last.type !== "LinkPurged";
  }

  /** The links that this import has stored without any event about their page. */
  *undescribed(): Generator<LinkId> {
    for (const { linkId, isDescribed, isDeleted, revision } of this.#links.values()) {
      if (!isDescribed && !isDeleted && revision > this.#deps.begun) yield linkId;
    }
  }

  async #begin(link: LinkOfFile, event: ExportedEvent, hasTaken: boolean): Promise<FaultEntry | undefined> {
    const { journal, begun, count, quota } = this.#deps;
    const fault = await this.#store(link, event);
    if (fault !== undefined) return fault;
    const found = link.storedUpTo === undefined ? undefined : await journal.last(this.#subjectOf(link));
    if (found?.type === "LinkPurged") {
      // It was purged here, so it is a new link.
      link.revision = found.sequence;
      link.storedUpTo = undefined;
      return this.#begin(link, event, hasTaken);
    }
    const isOurs = found === undefined || found.importedAt !== undefined;
    const isNew = isOurs && link.revision > begun;
    if (!isNew && hasTaken) quota.release();
    count(isNew ? "saved" : "known");
    return undefined;
  }

  #store(link: LinkOfFile, event: ExportedEvent): Promise<FaultEntry | undefined> {
    return event.context === "links" ? this.#storeOwn(link, event) : this.#storeOfPage(link, event);
  }

  async #storeOwn(link: LinkOfFile, event: ExportedEvent): Promise<FaultEntry | undefined> {
    const { journal, userId } = this.#deps;
    const id = importedIdOf(userId, event.id);
    const data = this.#dataOf(link, event);
    if (data === undefined)
      return { kind: "fault", text: event.type, reason: "The event names another link's address." };
    if (link.storedUpTo === undefined) {
      const { type, time } = event;
      try {
        const request = { subject: this.#subjectOf(link), event: { id, type, data, time, imported: true } };
        link.revision = (await journal.append({ ...request, expected: link.revision })).sequence;
      } catch (error) {
        if (!(error instanceof JournalConflict)) throw error;
        const last = await journal.last(this.#subjectOf(link));
        link.revision = last?.sequence ?? 0;
        link.storedUpTo = last?.id;
      }
    }
    // The file may come from this same account.
    if (link.storedUpTo === id || link.storedUpTo === event.id) link.storedUpTo = undefined;
    if (FETCH_REQUESTS.has(event.type)) link.isDescribed = false;
    if (REVIVALS.has(event.type)) link.isDeleted = false;
    if (event.type === "LinkDeleted") link.isDeleted = true;
    return undefined;
  }

  async #storeOfPage(link: LinkOfFile, event: ExportedEvent): Promise<FaultEntry | undefined> {
    const { client, userId } = this.#deps;
    const id = importedIdOf(userId, event.id);
    if (link.storedUpTo === undefined) {
      const { linkId, lastOfPage } = link;
      const after = lastOfPage === undefined ? {} : { after: lastOfPage };
      const { type, time } = event;
      const data = { ...event.data };
      await client.send(StorePageHistory, { userId, linkId, id, ...after, type, time: time.toISOString(), data });
    }
    link.lastOfPage = id;
    if (FETCH_RESULTS.has(event.type)) link.isDescribed = true;
    return undefined;
  }

  #subjectOf({ linkId }: LinkOfFile): string {
    return aggregateSubject(this.#deps.userId, "links", linkId);
  }

  /** The data of a link's event with the ids of this account; undefined where it is about another link. */
  #dataOf(link: LinkOfFile, event: ExportedEvent): unknown {
    const { folderOf } = this.#deps;
    const place = ({ folderId }: { readonly folderId?: FolderId | null }) =>
      folderId === undefined ? {} : { folderId: folderId === null ? null : folderOf(folderId) };
    const data = event.data as Partial<EventOf<typeof LinkSaved>["data"] & EventOf<typeof LinkChanged>["data"]>;
    const { url, movedFrom, bulk, past, visits, ...same } = data;
    const address = url === undefined ? undefined : readWebAddress(url);
    if (address !== undefined && address.canonicalUrl !== link.canonicalUrl) return undefined;
    const before = this.#links.get(movedFrom ?? "")?.linkId;
    return {
      ...(address === undefined ? {} : { url: address.url }),
      ...same,
      ...place(same),
      ...(before === undefined ? {} : { movedFrom: before }),
      ...this.#visitsHere({ past, visits }),
      ...(bulk === undefined
        ? {}
        : {
            bulk: {
              ...bulk,
              before: {
                ...bulk.before,
                ...place(bulk.before),
                ...this.#visitsHere(bulk.before),
              },
            },
          }),
    };
  }

  /** Visits with the ids that the links have here whose visits they contain. */
  #visitsHere({ past, visits }: WithVisits) {
    const here = ({ ofOthers, ...same }: VisitsOfFile) => ({
      ...same,
      ...(ofOthers === undefined ? {} : { ofOthers: ofOthers.flatMap((other) => this.#otherHere(other)) }),
    });
    return {
      ...(past === undefined ? {} : { past: { ...past, visits: here(past.visits) } }),
      ...(visits === undefined ? {} : { visits: here(visits) }),
    };
  }

  #otherHere({ linkId, visits }: Visits["ofOthers"][number]): Visits["ofOthers"] {
    const here = this.#links.get(linkId)?.linkId;
    return here === undefined ? [] : [{ linkId: here, visits }];
  }
}
