import { randomUUID } from "node:crypto";
import { aggregateSubject, PARTITIONS, partitionOf, type UserId } from "@satchel/contracts";
import type { Journal, NewEvent } from "../src/index.ts";

/** A new user. */
export const someUser = (): UserId => randomUUID() as UserId;

/** One user of every partition, by partition. */
export function usersOfAllPartitions(): UserId[] {
  const users = new Map<number, UserId>();
  while (users.size < PARTITIONS) {
    const user = someUser();
    users.set(partitionOf(user), user);
  }
  return Array.from({ length: PARTITIONS }, (_, partition) => users.get(partition) as UserId);
}

/** The subject of one link; a new one unless named. */
export const linkSubject = (user: UserId, link: string = randomUUID()): string => aggregateSubject(user, "links", link);

/** The event of a saved link. */
export const linkSaved = (url = "https://page.example/", id: string = randomUUID()): NewEvent => ({
  id,
  type: "LinkSaved",
  data: { url, origin: { kind: "page" } },
});

/** The event of the nth visit of a link. */
export const linkVisited = (visitCount: number, id: string = randomUUID()): NewEvent => ({
  id,
  type: "LinkVisited",
  data: { visitCount },
});

/** Appends so many new links of a user, several at a time. @returns their sequences, unordered */
export async function saveLinks(journal: Journal, user: UserId, count: number): Promise<number[]> {
  const sequences: number[] = [];
  for (let left = count; left > 0; left -= 50) {
    const appends = Array.from({ length: Math.min(50, left) }, () =>
      journal.append({ subject: linkSubject(user), event: linkSaved(), expected: 0 }),
    );
    sequences.push(...(await Promise.all(appends)).map(({ sequence }) => sequence));
  }
  return sequences;
}
