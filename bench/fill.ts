import { randomUUID } from "node:crypto";
import type { Journal } from "@satchel/chassis";
import { aggregateSubject, type UserId } from "@satchel/contracts";
import { type Fact, publishAll } from "./publish-all.ts";

/** Accounts with links: those of a small installation. */
const USERS = 200;

/** The five events of a link, as large as those of real pages: saved, described, visited twice, made a favourite. */
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

/** Fills a journal with so many events about links, interleaved as over many days. */
export const fill = (journal: Journal, count: number, accounts = USERS): Promise<void> =>
  publishAll(journal, facts(count, accounts));

function* facts(count: number, accounts: number): Generator<Fact> {
  const users = Array.from({ length: accounts }, () => randomUUID() as UserId);
  // Links with events left; each turn takes the next event of a random one.
  const links: Fact[][] = [];
  for (let number = 0, sent = 0; sent < count; sent++) {
    while (links.length < 300) links.push(lifeOf(users[number % accounts] as UserId, number++));
    const index = Math.floor(Math.random() * links.length);
    const own = links[index] as Fact[];
    yield own.shift() as Fact;
    if (own.length === 0) links.splice(index, 1);
  }
}
