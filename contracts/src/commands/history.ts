import Type from "typebox";
import { EventId, Instant, LinkId, UserId } from "../ids.ts";
import { defineCommand } from "./define.ts";

/**
 * Stores what was found out about a page in another account, from that account's export (decision 17). It is stored where the
 * last event about the page is `after`, the event before it in the file, or where there is none; a page about which this
 * installation has found out something itself is left alone. Sent twice it is done once.
 */
export const StorePageHistory = defineCommand(
  "enrichment",
  "store-history",
  Type.Object({
    userId: UserId,
    linkId: LinkId,
    /** Id of the event to be stored. */
    id: EventId,
    after: Type.Optional(EventId),
    type: Type.String(),
    time: Instant,
    /** Checked against its contract before it is sent. */
    data: Type.Record(Type.String(), Type.Unknown()),
  }),
  Type.Object({
    /** Whether the event is in the journal now. */
    stored: Type.Boolean(),
  }),
);
