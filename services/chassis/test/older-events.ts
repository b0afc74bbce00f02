import type { NewEvent } from "../src/journal/envelope.ts";
import { encodeEvent } from "../src/journal/envelope.ts";
import type { Journal } from "../src/journal/journal.ts";

/**
 * Appends the first event of an aggregate as an earlier version of Satchel did.
 * @param event as it is now. @param stored the data of that version
 */
export async function appendOlderEvent(
  { js }: Pick<Journal, "js">,
  subject: string,
  event: NewEvent,
  { version, data }: { readonly version: number; readonly data: object },
): Promise<void> {
  const { headers } = encodeEvent(subject, event);
  headers.set("Satchel-Version", String(version));
  const expect = { lastSubjectSequence: 0 };
  await js.publish(subject, JSON.stringify(data), { headers, msgID: event.id, expect });
}
