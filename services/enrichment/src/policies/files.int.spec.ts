import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, type DescribingWorld, newLink, openDescribingWorld } from "../../test/describing.ts";
import { pdfLines, onePagePdf } from "@satchel/testing";
import { describeLink } from "./describe-link.ts";

const MEGABYTE = 1024 * 1024;

let world: DescribingWorld;
let describeOnce: ReturnType<typeof describeLink>;
beforeAll(async () => {
  world = await openDescribingWorld();
  describeOnce = describeLink(world.deps);
});

/** What is recorded of a link to this answer. */
async function recordedOf(path: string, answer: Answer) {
  world.pages.set(path, answer);
  const link = await newLink(world, path);
  expect(await describeOnce(await link.happens("LinkSaved"))).toBe("done");
  const [event] = await link.pageEvents();
  return event;
}

/** Says how large it is, and sends its beginning alone. */
const file =
  (contentType: string, name?: string): Answer =>
  (response) =>
    response
      .writeHead(200, {
        "content-type": contentType,
        "content-length": 3_200_000_000,
        ...(name === undefined ? {} : { "content-disposition": `attachment; filename="${name}"` }),
      })
      .write("PK");

const whole =
  (contentType: string, body: Uint8Array): Answer =>
  (response) =>
    response.writeHead(200, { "content-type": contentType, "content-length": body.length }).end(body);

const PDF = onePagePdf({ info: "<</Title(The tides of a small bay)>>", content: pdfLines([12, "Words"]) });

describe("given a link to a file", () => {
  test.each([
    ["/get?id=1", file("application/zip", "sources.zip"), { title: "sources.zip", mediaType: "archive" }],
    ["/books/ferry.epub", file("application/epub+zip"), { title: "ferry.epub", mediaType: "book" }],
    ["/minutes.docx", file("application/zip"), { title: "minutes.docx", mediaType: "document" }],
    ["/unknown.bin", file("application/vnd.unknown"), { title: "unknown.bin", mediaType: "file" }],
  ])("when it is saved (%s), then it is described by kind, name and size, and not read", async (path, answer, page) => {
    expect(await recordedOf(path, answer)).toMatchObject({
      type: "PageDescribed",
      data: { page: { ...page, fileBytes: 3_200_000_000 } },
    });
  });

  test("when its server does not know what it is, then its ending tells, or nothing", async () => {
    const body = Buffer.alloc(MEGABYTE, "x");
    const recorded = await recordedOf("/disk.img", whole("application/octet-stream", body));
    expect(recorded).toMatchObject({ data: { page: { title: "disk.img", mediaType: "file", fileBytes: MEGABYTE } } });
  });

  test("when it is a PDF that its server calls something else, then it is read as one", async () => {
    const recorded = await recordedOf("/download/9", whole("application/force-download", PDF));
    expect(recorded).toMatchObject({
      data: { page: { title: "The tides of a small bay", mediaType: "pdf", fileBytes: PDF.length } },
    });
  });
});

describe("given something larger than what is read", () => {
  test("when it is a page, then it is described by its beginning", async () => {
    const head = "<title>A very long list</title><meta property=og:image content=/list.png>";
    const recorded = await recordedOf("/list", whole("text/html", Buffer.from(head + "x".repeat(6 * MEGABYTE))));
    expect(recorded).toMatchObject({ type: "PageDescribed", data: { page: { title: "A very long list" } } });
    expect(world.pictureJobs.at(-1)?.addresses.previews).toEqual([`http://${world.host}/list.png`]);
  });

  test("when it is a PDF of no more than a copy may have, then it is handed over whole", async () => {
    const large = Buffer.concat([PDF, Buffer.alloc(6 * MEGABYTE, " ")]);
    for (const type of ["application/pdf", "application/octet-stream"]) {
      await recordedOf("/large.pdf", whole(type, large));
      expect(world.documents.at(-1)?.document.bytes).toHaveLength(large.length);
    }
  });

  test("when it is a PDF, then it is described by its beginning, else by its name, and by its size", async () => {
    const padding = Buffer.alloc(16 * MEGABYTE, " ");
    const atFront = Buffer.concat([PDF, padding]);
    expect(await recordedOf("/front.pdf", whole("application/pdf", atFront))).toMatchObject({
      data: { page: { title: "The tides of a small bay", mediaType: "pdf", fileBytes: atFront.length } },
    });
    const atEnd = Buffer.concat([Buffer.from("%PDF-1.5\n"), padding, PDF]);
    expect(await recordedOf("/yearly-report.pdf", whole("application/pdf", atEnd))).toMatchObject({
      data: { page: { title: "Yearly report", mediaType: "pdf", fileBytes: atEnd.length } },
    });
  });
});
