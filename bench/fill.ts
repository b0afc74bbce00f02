import { randomUUID } from "node:crypto";
import { encodeEvent, type Journal, type NewEvent } from "@satchel/chassis";
import { aggregateSubject, type UserId } from "@satchel/contracts";

/** Accounts that the links are spread over, as a small installation has them. */
const USERS = 200;
/** Events under way to the journal at the same time. */
const UNDER_WAY = 500;

interface Fact {
  readonly subject: string;
  readonly event: NewEvent;
}

/** One link's life in five facts, of the sizes that real pages give: saved, described, visited twice, made a favourite. */
function lifeOf(user: UserId, number: number): Fact[] {
  const link = randomUUID();
  const url = `https://site-${number % 997}.example/articles/${number}?from=mail`;
  const own = (type: string, data: unknown): Fact => ({
    subject: aggregateSubject(user, "links", link),
    event: { id: randomUUID(), type, data },
  });
  const origin = { kind: "mail", mailId: randomUUID(), sender: "someone@mail.example" };
  return [
    own("LinkSaved", { url, origin, suggestedTitle: `Something to read, number ${number}` }),
    {
      subject: aggregateSubject(user, "enrichment", link),
      event: {
        id: randomUUID(),
        type: "PageDescribed",
        data: {
          url,
          finalUrl: url,
          attempts: 1,
          page: {
            title: `The ${number}th article, with a title as long as titles are`,
            description: "What the page says about itself, which is mostly two sentences. ".repeat(3),
            previewImageUrl: `${url}/preview.jpg`,
            siteName: "Site",
            tags: ["reading", "articles", `topic-${number % 50}`],
          },
          faviconKey: "a".repeat(64),
        },
      },
    },
    own("LinkVisited", { visitCount: 1 }),
    own("LinkVisited", { visitCount: 2 }),
    own("LinkChanged", { isFavorite: true }),
  ];
}

/** Fills a journal with so many events about links, interleaved as they would come over the days. */
export async function fill(journal: Journal, count: number, accounts = USERS): Promise<void> {
  const users = Array.from({ length: accounts }, () => randomUUID() as UserId);
  const underWay = new Set<Promise<unknown>>();
  // The links alive right now; each turn takes the next fact of a random one.
  const alive: Fact[][] = [];
  for (let number = 0, sent = 0; sent < count; ) {
    while (alive.length < 300) alive.push(lifeOf(users[number % accounts] as UserId, number++));
    const index = Math.floor(Math.random() * alive.length);
    const facts = alive[index] as Fact[];
    const { subject, event } = facts.shift() as Fact;
    if (facts.length === 0) alive.splice(index, 1);
    const { payload, headers } = encodeEvent(subject, event);
    const stored: Promise<unknown> = journal.js
      .publish(subject, payload, { headers, msgID: event.id, timeout: 30_000 })
      .finally(() => underWay.delete(stored));
    underWay.add(stored);
    sent++;
    // The facts of one link keep their order: they go over one connection.
    if (underWay.size >= UNDER_WAY) await Promise.race(underWay);
  }
  await Promise.all(underWay);
}
