import { type Decision, type LinkEvent, rejected, texts } from "@satchel/contracts";
import type { LinkState } from "./link-state.ts";

const full = rejected("full", texts.links.full);

/** What brings a link into the archive that is not there. */
const ADDING: ReadonlySet<LinkEvent["type"]> = new Set(["LinkSaved", "LinkSavedAgain", "LinkRestored"]);

/** Whether a link counts: deleted ones do not. */
export const isKept = (state: Pick<LinkState, "deletedAt"> | undefined): boolean => state?.deletedAt === null;

/** Whether a decision adds a link to those that count. */
export const adds = <Result>(state: LinkState | undefined, decision: Decision<LinkEvent, Result>): boolean =>
  decision.kind === "event" && !isKept(state) && ADDING.has(decision.event.type);

/** Refuses a decision that adds a link to an account that has as many as it may. Any other stands. */
export const withinQuota = <Result>(
  state: LinkState | undefined,
  decision: Decision<LinkEvent, Result>,
  hasRoom: boolean,
): Decision<LinkEvent, Result> => (!hasRoom && adds(state, decision) ? full : decision);
