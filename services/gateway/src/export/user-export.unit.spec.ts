import { randomUUID } from "node:crypto";
import type { StoredEvent } from "@satchel/chassis";
import {
  aggregateSubject,
  type Capture,
  type Link,
  type ListedHighlight,
  parseSubject,
  type SubjectParts,
  type User,
  type UserId,
} from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { type UserExport, writeExport } from "./user-export.ts";

const profile: User = {
  created_at: "2026-01-01T00:00:00.000Z",
  sender_emails: [{ email: "me@post.example", is_primary: true, is_confirmed: true }],
  has_password: false,
};
const subject = aggregateSubject(randomUUID() as UserId, "identity");
const event: StoredEvent = {
  id: randomUUID(),
  type: "AccountRegistered",
  version: 1,
  data: { address: "me@post.example" },
  time: new Date("2026-01-01T00:00:00.000Z"),
  sequence: 7,
  subject,
  at: parseSubject(subject) as SubjectParts,
  correlation: { correlationId: "request-1" },
};

/** Links that count how many were taken, and whether the reading was ended. */
function countedLinks(total: number) {
  const seen = { taken: 0, ended: false };
  async function* links(): AsyncGenerator<Link> {
    try {
      for (; seen.taken < total; seen.taken++)
        yield { id: String(seen.taken), title: "x".repeat(1000) } as unknown as Link;
    } finally {
      seen.ended = true;
    }
  }
  return { seen, links: links() };
}

async function* some<T>(...items: T[]): AsyncGenerator<T> {
  yield* items;
}

const exportOf = (more: Partial<UserExport> = {}): UserExport => ({
  profile,
  sessions: [],
  passkeys: [],
  sign_ins: [],
  tokens: [],
  feeds: [],
  shares: [],
  webhooks: [],
  subscriptions: [],
  secretAddresses: [],
  mailSettings: { keeps_attachments: false },
  mutedSenders: [],
  rules: [],
  folders: [],
  links: some<Link>(),
  captures: some<Capture>(),
  highlights: some<ListedHighlight>(),
  events: some<StoredEvent>(),
  ...more,
});

const textOf = async (pieces: AsyncIterable<string>): Promise<string> => {
  let text = "";
  for await (const piece of pieces) text += piece;
  return text;
};

describe("an account's export", () => {
  test("is one JSON object, also where there is nothing yet", async () => {
    expect(JSON.parse(await textOf(writeExport(exportOf())))).toEqual({
      satchel_account: 1,
      profile,
      addresses: profile.sender_emails,
      sessions: [],
      passkeys: [],
      sign_ins: [],
      tokens: [],
      feeds: [],
      shares: [],
      webhooks: [],
      subscriptions: [],
      secret_addresses: [],
      mail: { keeps_attachments: false },
      muted_senders: [],
      rules: [],
      folders: [],
      links: [],
      captures: [],
      highlights: [],
      events: [],
    });
  });

  test("names of each event what it was, of what, when and from which request", async () => {
    const written = JSON.parse(await textOf(writeExport(exportOf({ events: some(event, event) })))) as {
      events: unknown[];
    };

    expect(written.events).toHaveLength(2);
    expect(written.events[0]).toEqual({
      sequence: 7,
      id: event.id,
      type: "AccountRegistered",
      version: 1,
      time: "2026-01-01T00:00:00.000Z",
      context: "identity",
      aggregate: null,
      correlation: "request-1",
      data: { address: "me@post.example" },
    });
  });

  test("holds every one of many links", async () => {
    const written = JSON.parse(await textOf(writeExport(exportOf({ links: countedLinks(1000).links })))) as {
      links: Link[];
    };

    expect(written.links.map(({ id }) => id)).toEqual(Array.from({ length: 1000 }, (_, n) => String(n)));
  });

  test("reads no further than its reader, and stops when the reader goes away", async () => {
    const { seen, links } = countedLinks(1_000_000);
    const pieces = writeExport(exportOf({ links }));

    for (let n = 0; n < 17; n++) await pieces.next();
    expect(seen.taken).toBeGreaterThan(0);
    expect(seen.taken).toBeLessThan(1000);
    expect(seen.ended).toBe(false);
    await pieces.return(undefined);

    expect(seen.ended).toBe(true);
  });
});
