import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type DescribingWorld, html, newLink, openDescribingWorld, type TestLink } from "../../test/describing.ts";
import { pageSubject } from "../store/page-history.ts";
import { describeLink } from "./describe-link.ts";

let world: DescribingWorld;
beforeAll(async () => {
  world = await openDescribingWorld();
});

/** A link that its owner erases while its page is fetched. */
async function erasedMeanwhile(path: string): Promise<TestLink> {
  const link = await newLink(world, path);
  world.pages.set(path, (response, request) => {
    void link
      .happens("LinkDeleted")
      .then(() => link.happens("LinkPurged"))
      .then(() => html("Secret")(response, request));
  });
  return link;
}

async function recordPage(link: TestLink): Promise<void> {
  const event = { id: randomUUID(), type: "PageUnreachable", data: { url: link.url, attempts: 1, reason: "gave-up" } };
  await world.journal.append({ subject: pageSubject(link), event, expected: 0 });
}

test("given a link that is erased while its page is fetched, then nothing of the page stays", async () => {
  const link = await erasedMeanwhile("/erased");
  const saved = await link.happens("LinkSaved");
  expect(await describeLink(world.deps)(saved)).toBe("done");
  expect(await link.pageEvents()).toEqual([]);
});
test("given a process that was killed before it erased what it had recorded, then the repeated work erases it", async () => {
  const link = await newLink(world, "/killed");
  const saved = await link.happens("LinkSaved");
  await link.happens("LinkDeleted");
  await link.happens("LinkPurged");
  await recordPage(link);
  expect(await describeLink(world.deps)(saved)).toBe("done");
  expect(await link.pageEvents()).toEqual([]);
});

test("given a purged link that was saved again, then the page of its new life stays", async () => {
  const link = await newLink(world, "/again");
  world.pages.set("/again", html("Again"));
  const saved = await link.happens("LinkSaved");
  await link.happens("LinkDeleted");
  await link.happens("LinkPurged");
  await describeLink(world.deps)(await link.happens("LinkSaved"));
  expect(await describeLink(world.deps)(saved)).toBe("done");
  expect(await link.pageEvents()).toMatchObject([{ type: "PageDescribed", data: { page: { title: "Again" } } }]);
});
