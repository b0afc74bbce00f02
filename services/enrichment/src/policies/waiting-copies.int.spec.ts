import { randomUUID } from "node:crypto";
import { documentName, packParts, readFileName, type StoredEvent } from "@satchel/chassis";
import { aggregateSubject, type CopyId, PAGE_JOBS } from "@satchel/contracts";
import { atEnd } from "@satchel/testing";
import { expect, test } from "vitest";
import { describingWorld, newLink, type TestLink } from "../../test/describing.ts";
import { createGatherer } from "../gathering/gatherer.ts";
import { createReEncoder } from "../pictures/re-encoder.ts";
import { createExtractor } from "../reading/extractor.ts";
import { describeLink } from "./describe-link.ts";
import { gatherParts } from "./gather.ts";
import { type FetchedDocument, handOver } from "./hand-over.ts";
import { keepAgain } from "./keep-again.ts";

const world = await describingWorld();
const { deps, journal } = world;
const [extractor, reEncoder] = [createExtractor({ workers: 1 }), createReEncoder()];
atEnd(async () => {
  await Promise.all([extractor.close(), reEncoder.close()]);
});
const gather = gatherParts({ ...deps, gatherer: createGatherer({ fetcher: deps.fetcher, reEncoder, extractor }) });
const keep = keepAgain(deps, gather);

interface WaitingCopy {
  readonly version: string;
  readonly isRequested: boolean;
}

/** The copies of a link that wait to be made, the oldest first. */
async function waiting({ userId }: TestLink): Promise<WaitingCopy[]> {
  const filter = { subjects_filter: `pages.*.${userId}.*` };
  const { state } = await journal.jsm.streams.info(PAGE_JOBS, filter);
  const jobs = await Promise.all(
    Object.keys(state.subjects ?? {}).map((subject) =>
      journal.jsm.streams.getMessage(PAGE_JOBS, { last_by_subj: subject }),
    ),
  );
  return jobs
    .flatMap((job) => job ?? [])
    .sort((a, b) => a.seq - b.seq)
    .map((job) => job.json<WaitingCopy>())
    .map(({ version, isRequested }) => ({ version, isRequested }));
}

/** The owner of a link sends a page, of which a copy is to be made. */
async function upload({ userId, linkId }: TestLink): Promise<CopyId> {
  const version = randomUUID() as CopyId;
  await deps.documents.put(documentName(userId, linkId, version), Buffer.from("<title>Sent</title><p>Words."));
  const subject = aggregateSubject(userId, "archive", linkId);
  const expected = (await journal.last(subject))?.sequence ?? 0;
  const event = { id: randomUUID(), type: "CopyUploaded", data: { linkId, version, source: "upload" } };
  await journal.append({ subject, event, expected });
  expect(await keep((await journal.last(subject)) as StoredEvent)).toBe("done");
  return version;
}

test("given a file whose copy waits to be made, when its owner sends another copy of it, then both are made", async () => {
  const version = randomUUID() as CopyId;
  const link = await newLink(world, "/");
  const url = `mid:${version}@files`;
  const item = { url, version, type: "text/plain", name: "notes.txt", bytes: 5 };
  const document = Buffer.from("Notes");
  const content = packParts({ url, type: item.type, document, parts: [], leftOut: 0 });
  await deps.documents.put(readFileName(link.userId, version), content);
  const saved = await link.happens("LinkSaved", { url, origin: { kind: "page", item } });
  expect(await describeLink(deps)(saved)).toBe("done");

  const sent = await upload(link);

  const isRequested = true;
  expect(await waiting(link)).toEqual([
    { version, isRequested },
    { version: sent, isRequested },
  ]);
});

test("given a page that was sent and whose copy waits to be made, when another one is sent, then both are made", async () => {
  const link = await newLink(world, "/sent");
  await link.happens("LinkSaved");

  const sent = [await upload(link), await upload(link)];

  expect((await waiting(link)).map(({ version }) => version)).toEqual(sent);
});

test.each([
  ["file", "application/pdf", "%PDF-1.7"],
  ["page", "text/html", "<title>Tides</title><p>Words."],
])(
  "given a copy of a %s that was asked for and waits to be made, when the page is fetched again, then both are made",
  async (kind, contentType, text) => {
    const link = await newLink(world, `/${kind}`);
    await link.happens("LinkSaved");
    const document: FetchedDocument["document"] = {
      ok: true,
      finalUrl: link.url,
      status: 200,
      notModified: false,
      contentType,
      bytes: Buffer.from(text),
      hops: 0,
      redirects: [],
    };

    await handOver(deps, "gather")(link, { eventId: randomUUID(), document, isRequested: true });
    await handOver(deps, "gather")(link, { eventId: randomUUID(), document, isRequested: false });

    expect((await waiting(link)).map(({ isRequested }) => isRequested)).toEqual([true, false]);
  },
);
