import { randomUUID } from "node:crypto";
import { openDocuments, openPageJobs, type PageJob } from "@satchel/chassis";
import { aggregateSubject, COPY_BYTES } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { type Answer, html, newLink, describingWorld, status, type TestLink } from "../../test/describing.ts";
import { describeLink } from "./describe-link.ts";
import { handOver } from "./hand-over.ts";
import { keepAgain } from "./keep-again.ts";
import { pageSubject } from "../store/page-history.ts";

const world = await describingWorld();
const describeOnce = describeLink(world.deps);

async function saved(path: string): Promise<TestLink> {
  const link = await newLink(world, path);
  await describeOnce(await link.happens("LinkSaved"));
  return link;
}

const titled =
  (title: string, code = 200): Answer =>
  (response) =>
    response.writeHead(code, { "content-type": "text/html" }).end(`<title>${title}</title><p>Words.`);

/** Records an event of the archive about a link, as its service does. */
async function archived({ userId, linkId }: TestLink, type: string, data: object, isAccount = false) {
  const subject = aggregateSubject(userId, "archive", isAccount ? undefined : linkId);
  const expected = (await world.journal.last(subject))?.sequence ?? 0;
  await world.journal.append({ subject, event: { id: randomUUID(), type, data }, expected });
  const stored = await world.journal.last(subject);
  if (stored === undefined) throw new Error("nothing was stored");
  return stored;
}

describe("given a page that was fetched to be described", () => {
  test("then the same document is handed over, and the page was asked for once", async () => {
    world.pages.set("/page", html("The tides"));
    const link = await saved("/page");
    expect(world.documents).toMatchObject([{ isRequested: false, document: { finalUrl: link.url } }]);
    expect(Buffer.from(world.documents[0]?.document.bytes ?? []).toString()).toContain("The tides");
    expect(world.requests).toEqual(["GET /page"]);
  });

  test.each([
    ["a bot check", titled("Just a moment...")],
    ["a refusal that describes itself", titled("Members only", 403)],
    ["a page that is not there", status(404)],
    ["a server's fault", status(503)],
  ])("when the answer is %s, then nothing is handed over", async (_, answer) => {
    world.pages.set("/wall", answer);
    await saved("/wall");
    expect(world.documents).toEqual([]);
  });

  test("when another request was answered with the same page while this one was slow, then the jobs of that one are not replaced", async () => {
    const link = await newLink(world, "/page");
    const slow = await link.happens("LinkSaved");
    const quick = await link.happens("LinkRefreshRequested");
    const answer = html("The tides");
    world.pages.set("/page", async (response, request) => {
      world.pages.set("/page", answer);
      await describeOnce(quick);
      answer(response, request);
    });

    expect(await describeOnce(slow)).toHaveProperty("deferFor");

    expect(await describeOnce(slow)).toBe("done");
    const described = (await world.journal.last(pageSubject(link)))?.id;
    expect(world.pictureJobs.map(({ eventId }) => eventId)).toEqual([described]);
    expect(world.documents.map(({ eventId }) => eventId)).toEqual([described]);
  });

  test("when a redirect led to a login, then nothing is handed over", async () => {
    world.pages.set("/secret", status(302, { location: "/login?next=secret" }));
    world.pages.set("/login?next=secret", titled("Log in"));
    await saved("/secret");
    expect(world.documents).toEqual([]);
  });
});

describe("given a link whose owner asks for another copy", () => {
  const versioned: Answer = (response, request) =>
    (request.headers["if-none-match"] === '"v1"' ? status(304) : html("Same", { etag: '"v1"' }))(response, request);

  test("then the page is fetched in full although it is unchanged, and its document is handed over as asked for", async () => {
    world.pages.set("/same", versioned);
    const link = await saved("/same");
    const asked = await archived(link, "CopyRequested", { linkId: link.linkId });
    const act = keepAgain(world.deps, async () => "done");
    expect(await act(asked)).toBe("done");
    expect(world.documents.map(({ isRequested }) => isRequested)).toEqual([false, true]);
    // A delivery that is repeated asks nobody.
    expect(await act(asked)).toBe("done");
    expect(world.requests).toEqual(["GET /same", "GET /same"]);
  });
});

describe("given a document that is handed over", () => {
  /** Hands over, and gives the jobs that were submitted for the link. */
  async function jobsAfter(link: TestLink, answer: { type: string; bytes: Uint8Array }, isRequested = false) {
    const [documents, jobs] = [await openDocuments(world.bus), await openPageJobs(world.bus)];
    const submitted: Pick<PageJob, "kind" | "details">[] = [];
    const hand = handOver(
      {
        journal: world.journal,
        documents,
        jobs: {
          ...jobs,
          submitInstead: async (job) => {
            submitted.push(job);
            await jobs.submitInstead(job);
          },
          submitCopy: async (job) => {
            submitted.push({ kind: "copy", details: job.details });
            await jobs.submitCopy(job);
          },
        },
      },
      "gather",
    );
    const document = {
      ok: true as const,
      finalUrl: link.url,
      status: 200,
      notModified: false,
      contentType: answer.type,
      bytes: answer.bytes,
      hops: 0,
      redirects: [],
    };
    await hand(link, { eventId: randomUUID(), document, isRequested });
    const stored = await Promise.all(
      submitted.map(async ({ details }) => {
        const { name } = details as { name?: string };
        return name === undefined ? undefined : Buffer.from((await documents.get(name)) ?? []).toString();
      }),
    );
    return { kinds: submitted.map(({ kind }) => kind), details: submitted.map(({ details }) => details), stored };
  }
  const page = { type: "text/html", bytes: Buffer.from("<p>Page") };

  test("when it is a page, then it is stored and its parts are to be gathered; a file is kept as it is", async () => {
    const link = await newLink(world, "/a");
    expect(await jobsAfter(link, page)).toMatchObject({ kinds: ["gather"], stored: ["<p>Page"] });
    const pdf = { type: "application/pdf", bytes: Buffer.from("%PDF-1.7") };
    expect(await jobsAfter(await newLink(world, "/b"), pdf)).toMatchObject({ kinds: ["copy"], stored: ["%PDF-1.7"] });
  });

  test.each(["application/octet-stream", "application/force-download", "application/x-pdf", ""])(
    "when it is a PDF that its server calls %j, then it is kept as a PDF",
    async (type) => {
      const pdf = { type, bytes: Buffer.from("%PDF-1.7") };
      const outcome = await jobsAfter(await newLink(world, "/download"), pdf);
      expect(outcome).toMatchObject({ kinds: ["copy"], details: [{ type: "application/pdf" }], stored: ["%PDF-1.7"] });
    },
  );

  test("when it is a text, then it is kept as UTF-8, whatever it came in", async () => {
    const sea = "Die Flut kommt über die Straße, und die Möwen hören es.";
    const text = { type: "text/plain", bytes: Buffer.from(sea, "latin1") };
    expect((await jobsAfter(await newLink(world, "/latin.txt"), text)).stored).toEqual([sea]);
    const wide = { type: "text/plain", bytes: Buffer.from(`\ufeff${sea}`, "utf16le") };
    expect((await jobsAfter(await newLink(world, "/wide.txt"), wide)).stored).toEqual([sea]);
  });

  test("when it is a file that was not fetched in full, then only the reason is handed over", async () => {
    const large = { type: "application/pdf", bytes: Buffer.alloc(COPY_BYTES) };
    const outcome = await jobsAfter(await newLink(world, "/large"), large);
    expect(outcome).toMatchObject({ kinds: ["copy"], details: [{ failure: "too-large" }], stored: [undefined] });
  });

  test("when copies are off for the account or the link, then none is made unless its owner asks", async () => {
    const link = await newLink(world, "/off");
    await archived(link, "KeepingChanged", { isOn: false }, true);
    expect((await jobsAfter(link, page)).kinds).toEqual([]);
    expect((await jobsAfter(link, page, true)).kinds).toEqual(["requested-gather"]);
    await archived(link, "LinkKeepingChanged", { linkId: link.linkId, isOn: true });
    expect((await jobsAfter(link, page)).kinds).toEqual(["gather"]);
    await archived(link, "LinkKeepingChanged", { linkId: link.linkId, isOn: null });
    await eventually(async () => expect((await jobsAfter(link, page)).kinds).toEqual([]));
  });
});
