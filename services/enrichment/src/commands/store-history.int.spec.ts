import { randomUUID } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type DescribingWorld, html, newLink, openDescribingWorld, type TestLink } from "../../test/describing.ts";
import { pngOf, quarters } from "../../test/sample-pictures.ts";
import { describeLink } from "../policies/describe-link.ts";
import { illustrate } from "../policies/illustrate.ts";
import { storeHistory } from "./store-history.ts";
import { pageSubject } from "../store/page-history.ts";

let world: DescribingWorld;
beforeAll(async () => {
  world = await openDescribingWorld();
});
beforeEach(() => {
  world.pages.clear();
  world.pictureJobs.length = 0;
});

const time = "2024-03-01T12:00:00.000Z";
const described = ({ url }: TestLink, page: object = {}) => ({
  url,
  finalUrl: url,
  attempts: 1,
  previewKey: "a".repeat(64),
  page: { title: "Then", tags: [], ...page },
});
const store = ({ userId, linkId }: TestLink, type: string, data: object, more: { id?: string; after?: string } = {}) =>
  storeHistory(world.deps)({ userId, linkId, id: randomUUID(), type, time, data: { ...data }, ...more }).then(
    ({ result }) => result.stored,
  );
const types = async (link: TestLink) => (await link.pageEvents()).map(({ type }) => type);

test("given another account's export says how a page was described, then that is stored with its time, once, and its pictures are fetched again", async () => {
  const link = await newLink(world, "/page");
  await link.happens("LinkSaved");
  world.pages.set("/picture.png", (response) =>
    response.writeHead(200, { "content-type": "image/png" }).end(pngOf(quarters(300, 300))),
  );
  const previewImageUrl = `http://${world.host}/picture.png`;
  const id = randomUUID();
  for (let n = 0; n < 2; n++) {
    expect(await store(link, "PageDescribed", described(link, { previewImageUrl }), { id })).toBe(true);
  }
  expect(await store(link, "PageFoundUnchanged", { url: link.url, attempts: 1 }, { after: id })).toBe(true);

  expect(await types(link)).toEqual(["PageDescribed", "PageFoundUnchanged"]);
  const [first] = await link.pageEvents();
  // A key would tell whether somebody else has that picture.
  expect(first?.data).not.toHaveProperty("previewKey");
  expect((await world.journal.last(pageSubject(link)))?.time.toISOString()).toBe(time);
  const details = world.pictureJobs.at(-1);
  const { userId, linkId } = link;
  const now = () => world.clock;
  const job = { kind: "background-pictures", userId, linkId, requestedAt: new Date(world.clock), details } as const;
  expect(await illustrate({ ...world.deps, now })(job)).toBe("done");
  expect((await link.pageEvents()).at(-1)).toMatchObject({
    type: "PageIllustrated",
    data: { previewKey: expect.any(String) },
  });
});

test("given something was found out about a page here, then what a file says of it is left out", async () => {
  world.pages.set("/page", html("Now"));
  const link = await newLink(world, "/page");
  await describeLink(world.deps)(await link.happens("LinkSaved"));

  expect(await store(link, "PageDescribed", described(link))).toBe(false);
  expect(
    await store(link, "PageUnreachable", { url: link.url, attempts: 1, reason: "x" }, { after: randomUUID() }),
  ).toBe(false);

  expect(await link.pageEvents()).toMatchObject([{ type: "PageDescribed", data: { page: { title: "Now" } } }]);
});

test("given two workers store the same history at the same time, then each event is stored once, in its order", async () => {
  const link = await newLink(world, "/page");
  await link.happens("LinkSaved");
  const ids = Array.from({ length: 8 }, () => randomUUID());
  const all = async () => {
    for (const [n, id] of ids.entries()) {
      const after = n === 0 ? {} : { after: ids[n - 1] as string };
      await store(link, "PageFoundUnchanged", { url: link.url, attempts: n + 1 }, { id, ...after });
    }
  };
  await Promise.all([all(), all()]);
  await all();
  expect((await link.pageEvents()).map(({ data }) => data["attempts"])).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
});

test("given a link that was erased during an import, then nothing of its page stays", async () => {
  const link = await newLink(world, "/erased");
  await link.happens("LinkSaved");
  await link.happens("LinkDeleted");
  await link.happens("LinkPurged");
  await store(link, "PageDescribed", described(link));
  expect(await types(link)).toEqual([]);
});
