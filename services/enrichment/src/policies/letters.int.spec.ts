import { randomUUID } from "node:crypto";
import { letterName, packParts } from "@satchel/chassis";
import { appendOlderEvent } from "@satchel/chassis/test/older-events.ts";
import { aggregateSubject, type MailId } from "@satchel/contracts";
import { expect, test } from "vitest";
import { describingWorld, newLink } from "../../test/describing.ts";
import { describeLink } from "./describe-link.ts";

const world = await describingWorld();

test.each([
  ["this version", "ab".repeat(32)],
  ["the version before", "letter"],
])(
  "given a mail to a secret address that %s recorded, then it is described by its own content, of which a copy is made",
  async (_, content) => {
    const { journal, deps } = world;
    const mailId = randomUUID() as MailId;
    const url = "mid:one@news.example";
    const link = await newLink(world, "/");
    const packed = (text: string) =>
      packParts({
        url,
        type: "text/html",
        document: Buffer.from(`<meta name=description content="${text}"><p>${text}`),
        parts: [],
        leftOut: 0,
      });
    const name = letterName(link.userId, mailId, content);
    await deps.documents.put(name, packed("The moon pulls the water, and twice a day it comes back."));
    await deps.documents.put(letterName(link.userId, mailId, "cd".repeat(32)), packed("Another mail of this id."));
    const [addressId, version] = [randomUUID(), randomUUID()];
    const data = { addressId, url, version, sender: "n@news.example", subject: "Tides" };
    const event = { id: randomUUID(), type: "LetterReceived", data: { ...data, content } };
    const subject = aggregateSubject(link.userId, "mail", mailId);
    if (content === "letter") await appendOlderEvent(journal, subject, event, { version: 1, data });
    else await journal.append({ subject, event, expected: 0 });
    const origin = { kind: "letter", mailId, addressId, sender: "n@news.example" };
    const saved = await link.happens("LinkSaved", { url, origin });

    const copies: unknown[] = [];
    const jobs = { ...deps.jobs, submitCopy: async (job: { details: unknown }) => void copies.push(job.details) };
    expect(await describeLink({ ...deps, jobs })(saved)).toBe("done");

    expect(copies).toMatchObject([{ name, version, source: "mail" }]);
    expect(await link.pageEvents()).toMatchObject([
      { data: { page: { title: "Tides", description: expect.stringContaining("The moon pulls") } } },
    ]);
  },
);
