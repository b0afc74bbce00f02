import { type Decision, type LinkEvent, rejected, texts } from "@satchel/contracts";
import type { LinkState } from "./link-state.ts";

const full = rejected("full", texts.links.full);

/** Events that add a link to the archive. */
const ADDING: ReadonlySet<LinkEvent["type"]> = new Set(["LinkSaved", "LinkSavedAgain", "LinkRestored"]);

/** Whether a link counts for the quota: deleted ones do not. */
export const isKept = (state: Pick<LinkState, "deletedAt"> | undefined): boolean => state?.deletedAt === null;

/** Whether a decision adds a link that counts. */
export const adds = <Result>(state: LinkState | undefined, decision: Decision<LinkEvent, Result>): boolean =>
  decision.kind === "event" && !isKept(state) && ADDING.has(decision.event.type);

/** Rejects a decision that adds a link beyond the quota. Any other decision is returned unchanged. */
export const withinQuota = <Result>(
  state: LinkState | undefined,
  decision: Decision<LinkEvent, Result>,
  hasRoom: boolean,
): Decision<LinkEvent, Result> => (!hasRoom && adds(state, decision) ? full : decision);
