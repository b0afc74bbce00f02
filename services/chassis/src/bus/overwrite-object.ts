import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import type { ObjectInfo } from "@nats-io/obj";
import { readMessages } from "../journal/read.ts";
import type { Bus } from "./connect.ts";
import { overwriteMessage } from "./overwrite.ts";

/**
 * Removes the chunks of an object (NATS ADR-20: the messages on `$O.<bucket>.C.<nuid>`) and overwrites their bytes on disk,
 * without downloading them.
 */
export async function overwriteObject(
  bus: Pick<Bus, "nc">,
  bucket: string,
  { nuid }: Pick<ObjectInfo, "nuid">,
): Promise<void> {
  const jsm = await jetstreamManager(bus.nc, { checkAPI: false });
  const stream = `OBJ_${bucket}`;
  const sequences: number[] = [];
  const chunks = readMessages(jetstream(bus.nc), jsm, `$O.${bucket}.C.${nuid}`, { stream, headersOnly: true });
  for await (const { seq } of chunks) sequences.push(seq);
  for (const sequence of sequences) await overwriteMessage(jsm, stream, sequence);
}
