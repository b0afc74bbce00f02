import Type from "typebox";
import { EventId, Instant, LinkId, UserId } from "../ids.ts";
import { defineCommand } from "./define.ts";

/**
 * Stores a finding about a page from another account's export (decision 17). It is stored where the last event about
 * the page is `after`, the event before it in the file, or where there is none; a page with findings of this
 * installation is skipped. Idempotent.
 */
export const StorePageHistory = defineCommand(
  "enrichment",
  "store-history",
  {
    userId: UserId,
    linkId: LinkId,
    /** Id of the event to be stored. */
    id: EventId,
    after: Type.Optional(EventId),
    type: Type.String(),
    time: Instant,
    /** Checked against its contract before it is sent. */
    data: Type.Record(Type.String(), Type.Unknown()),
  },
  Type.Object({
    /** Whether the event is in the journal now. */
    stored: Type.Boolean(),
  }),
);
