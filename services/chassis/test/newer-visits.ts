import { randomUUID } from "node:crypto";
import { type EventDefinition, eventDefinitions, LinkVisited } from "@satchel/contracts";
import type { Journal } from "../src/journal/journal.ts";
import { encodeEvent } from "../src/journal/envelope.ts";
import { linkVisited } from "./links.ts";

const VERSION = LinkVisited.version + 1;
const definitions = eventDefinitions as Map<string, EventDefinition>;

/** Makes this process know a newer version of visits. @returns a function that ends this */
export function knowNewerVisits(): () => void {
  const upcasts = [...LinkVisited.upcasts, (data: unknown) => data];
  definitions.set(LinkVisited.type, { ...LinkVisited, version: VERSION, upcasts });
  return () => void definitions.set(LinkVisited.type, LinkVisited);
}

/** Appends a visit as the next version of Satchel would. @returns its sequence */
export async function appendNewerVisit(
  journal: Pick<Journal, "js">,
  subject: string,
  visitCount: number,
  expected: number,
): Promise<number> {
  const id = randomUUID();
  const { payload, headers } = encodeEvent(subject, linkVisited(visitCount, id));
  headers.set("Satchel-Version", String(VERSION));
  const { seq } = await journal.js.publish(subject, payload, {
    headers,
    msgID: id,
    expect: { lastSubjectSequence: expected },
  });
  return seq;
}
