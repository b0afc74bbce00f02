import { randomUUID } from "node:crypto";
import type { Journal } from "@satchel/chassis";
import { aggregateSubject, type LinkId, type UserId } from "@satchel/contracts";
import { headers } from "@nats-io/transport-node";
import { readWebAddress } from "../src/domain/canonical-url.ts";
import { formerLinkId } from "../src/commands/link-id.ts";

/** Saves a link as versions before keyed ids did: its id follows from the address alone, its event is of version 1. */
export async function saveAsFormerVersion(
  { js }: Pick<Journal, "js">,
  userId: UserId,
  url: string,
  time = new Date(),
): Promise<{ readonly linkId: LinkId; readonly sequence: number }> {
  const canonicalUrl = readWebAddress(url)?.canonicalUrl ?? "";
  const linkId = formerLinkId(userId, canonicalUrl);
  const fields = headers();
  const id = randomUUID();
  fields.set("Satchel-Type", "LinkSaved");
  fields.set("Satchel-Version", "1");
  fields.set("Satchel-Time", time.toISOString());
  fields.set("Satchel-Correlation-Id", randomUUID());
  const data = JSON.stringify({ url, canonicalUrl, origin: { kind: "page" } });
  const subject = aggregateSubject(userId, "links", linkId);
  const ack = await js.publish(subject, data, { headers: fields, msgID: id, expect: { lastSubjectSequence: 0 } });
  return { linkId, sequence: ack.seq };
}
