import type { Bus } from "@satchel/chassis";
import { openBucket } from "@satchel/chassis";
import { PAGES_MISSED } from "@satchel/contracts";
import type { LinkRef } from "./page-history.ts";
import { MISSED_SECONDS } from "../limits.ts";

/** Pages that one check found gone, for the next check. Not in the journal, because one miss is not a finding yet. */
export interface MissedPages {
  /** @returns milliseconds since 1970 of the first check that missed the page; undefined when none did */
  since(link: LinkRef): Promise<number | undefined>;
  add(link: LinkRef, at: number): Promise<void>;
  forget(link: LinkRef): Promise<void>;
}

const keyOf = ({ userId, linkId }: LinkRef): string => `${userId}.${linkId}`;

export async function openMissedPages(bus: Bus): Promise<MissedPages> {
  const bucket = await openBucket(bus, PAGES_MISSED, { seconds: MISSED_SECONDS });
  return {
    since: async (link) => {
      const { text } = await bucket.get(keyOf(link));
      return text === undefined ? undefined : Number(text);
    },
    add: (link, at) => bucket.put(keyOf(link), String(at)),
    forget: async (link) => {
      const entry = await bucket.get(keyOf(link));
      if (entry.text !== undefined) await bucket.remove(keyOf(link), entry);
    },
  };
}
