import type { Journal, StoredEvent } from "@satchel/chassis";
import { aggregateSubject, type CopyDeleted, type CopyId, type EventOf, type PageKept } from "@satchel/contracts";
import { LOOK_BACK_EVENTS } from "../limits.ts";
import type { LinkRef } from "./page-history.ts";

type KeptVersion = EventOf<typeof PageKept>["data"];

interface KeptVersions {
  /** The newest version that is not deleted: the one that is shown. */
  readonly newest: KeptVersion | undefined;
  /** Events of what came after it, the newest first. */
  readonly later: readonly StoredEvent[];
}

const isOfCopy = ({ type }: StoredEvent): boolean => /^(?:PageKept|Copy(?:Deleted|Restored|Purged))$/.test(type);

/** The newest version of a link's copy, by its newest {@link LOOK_BACK_EVENTS} events. */
export async function keptVersions(journal: Journal, { userId, linkId }: LinkRef): Promise<KeptVersions> {
  const later: StoredEvent[] = [];
  /** Whether each version is deleted, by the last event that says it. */
  const isDeleted = new Map<CopyId, boolean>();
  let read = 0;
  for await (const event of journal.readBack(aggregateSubject(userId, "archive", linkId))) {
    if (++read > LOOK_BACK_EVENTS) break;
    if (!isOfCopy(event)) continue;
    const { version } = event.data as EventOf<typeof CopyDeleted>["data"];
    if (event.type === "PageKept" && isDeleted.get(version) !== true)
      return { newest: event.data as KeptVersion, later };
    if (!isDeleted.has(version)) isDeleted.set(version, event.type !== "CopyRestored");
    later.push(event);
  }
  return { newest: undefined, later };
}
