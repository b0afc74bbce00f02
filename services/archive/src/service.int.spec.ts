import { randomUUID } from "node:crypto";
import { deflateSync } from "node:zlib";
import { type BlobStore, documentName } from "@satchel/chassis";
import {
  aggregateSubject,
  ChangeKeeping,
  ChangeLinkKeeping,
  type CopyId,
  copyName,
  DeleteCopy,
  ERASURE_REPEATS_MS,
  KEEP_AGAIN_SECONDS,
  KeepAgain,
  RestoreCopy,
  UNDO_SECONDS,
} from "@satchel/contracts";
import { eventually, onePagePdf, pdfLines, spawnProgram } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { ARTICLE, PAGE_URL, startSystem, type System, type TestLink } from "../test/system.ts";
import { purgeDeletedCopies } from "./policies/remove-copies.ts";
import { copyUse, listCopies, type Manifest, newestCopies } from "./queries/index.ts";
import { inProof } from "@satchel/testing/in-proof";

let system: System;
beforeAll(async () => {
  system = await startSystem();
});

/** A copy may take 5 s of processor time and that of a PDF 15 s, which is minutes where other programs want it as well. */
const PATIENT = { timeout: 240_000 };

/** The copies that the tables show, when there are so many. */
const shown = (link: TestLink, count: number) =>
  eventually(async () => {
    const found = await listCopies(system.db, link.userId, link.linkId);
    expect(found.copies).toHaveLength(count);
    return found;
  }, PATIENT);
const namesOf = async (prefix: string, store: BlobStore = system.copies): Promise<string[]> => {
  const names: string[] = [];
  for await (const { name } of store.list(prefix)) names.push(name);
  return names;
};
const keep = async (link: TestLink, html: string): Promise<CopyId> => {
  const before = (await listCopies(system.db, link.userId, link.linkId)).copies.length;
  const version = await system.handOver(link, { html });
  await shown(link, before + 1);
  return version;
};
const removal = () => ({ ...system, now: () => system.clock });

describe("given a page that was handed over", () => {
  test("then its copy has the page, its parts, its article, its text and a manifest, and the document is gone", async () => {
    const link = await system.saveLink();
    const version = await system.handOver(link, {
      html: `${ARTICLE("Tides")}<link rel=stylesheet href=/s.css><img src=pic.png alt=Bay><script>alert(1)</script>`,
      parts: [
        {
          kind: "style",
          url: "https://example.org/s.css",
          type: "text/css",
          bytes: Buffer.from("p{background:url(a/pic.png)}"),
        },
        { kind: "picture", url: "https://example.org/a/pic.png", type: "image/png", bytes: Buffer.from("\x89PNG") },
      ],
    });

    const { copies } = await shown(link, 1);
    expect(copies[0]).toMatchObject({ version, type: "text/html", language: "en", kind: "article", left_out: 0 });
    const files = await system.filesOf(link, version);
    const [style, picture] = [".css", ".png"].map((end) => Object.keys(files).find((name) => name.endsWith(end)) ?? "");
    expect(files["page.html"]).toContain(`<link rel="stylesheet" href="${style}">`);
    expect(files["page.html"]).toContain(`<img src="${picture}" alt="Bay">`);
    expect(files["page.html"]).not.toContain("alert");
    expect(files[style ?? ""]).toBe(`p{background:url("${picture?.slice("files/".length)}")}`);
    expect(files["article.html"]).toContain("Tides ends here.");
    expect(files["text.txt"]).toContain("Tides ends here.");
    expect(JSON.parse(files["manifest.json"] ?? "")).toMatchObject({ url: PAGE_URL, main: "page.html" });
    expect(await system.texts.get({ ...link, version })).toBe(files["text.txt"]);
    await eventually(async () => {
      for await (const { name } of system.documents.list(`${link.userId}/`)) throw new Error(`${name} is there still`);
    });
    expect((await newestCopies(system.db, link.userId, [link.linkId])).get(link.linkId)).toMatchObject({ version });
  });

  test("then texts of all copies are read in one pass, in their order", async () => {
    const link = await system.saveLink();
    await keep(link, ARTICLE("First"));
    await keep(link, ARTICLE("Second"));
    const texts: string[] = [];
    for await (const { linkId, text } of system.texts.read()) if (linkId === link.linkId) texts.push(text);
    expect(texts.map((text) => /(\w+) ends here/.exec(text)?.[1])).toEqual(["First", "Second"]);
  });

  test("when it was fetched again with the same text, then it is kept once, unless its owner asked", async () => {
    const link = await system.saveLink();
    await keep(link, ARTICLE("Same"));
    await system.handOver(link, { html: `${ARTICLE("Same")}<!-- another -->` });
    await eventually(async () => expect(await namesOf(`${link.userId}/`)).toHaveLength(1));
    await system.handOver(link, { html: ARTICLE("Same"), isRequested: true });
    await shown(link, 2);
  });

  test("when a fetch met something else, then the copies before are as they were, and the reason is shown", async () => {
    const link = await system.saveLink();
    const version = await keep(link, ARTICLE("Good"));
    await system.handOver(link, { failure: "too-large" });
    await eventually(async () =>
      expect(await listCopies(system.db, link.userId, link.linkId)).toMatchObject({
        reason: "too-large",
        copies: [{ version }],
      }),
    );
  });

  test("when its link was deleted meanwhile, then no copy is made", async () => {
    const link = await system.saveLink();
    await system.happens(link, "LinkDeleted");
    await system.handOver(link, { html: ARTICLE("Late") });
    await eventually(async () => {
      for await (const _ of system.documents.list(`${link.userId}/`)) throw new Error("not done yet");
    });
    expect(await system.eventsOf(link)).toEqual([]);
  });

  inProof("when it takes too much processor time, then it is not kept, and others are", async () => {
    const link = await system.saveLink();
    await system.handOver(link, { html: "<div>".repeat(400_000) });
    const other = await system.saveLink();
    await keep(other, ARTICLE("Other"));
    await eventually(
      async () =>
        expect(await system.eventsOf(link)).toMatchObject([
          { type: "PageNotKept", data: { reason: "unreadable-timeout" } },
        ]),
      PATIENT,
    );
  });
});

test("given a small page whose copy would be very large once unpacked, then it is not kept", async () => {
  const link = await system.saveLink();
  // What formats and is never closed is made again in each paragraph, with its attributes.
  const html = `<p><b class="${"x".repeat(200_000)}">${"<p>a</p>".repeat(500)}`;
  await system.handOver(link, { html });
  await eventually(
    async () =>
      expect(await system.eventsOf(link)).toMatchObject([{ type: "PageNotKept", data: { reason: "too-large" } }]),
    PATIENT,
  );
});

describe("given a page that its owner sent, with its pictures in it", () => {
  test("then its copy has them as files, and the page that is fetched at the same time is kept as well", async () => {
    const link = await system.saveLink();
    const picture = `data:image/png;base64,${Buffer.alloc(300, 7).toString("base64")}`;
    const html = `${ARTICLE("Seen")}<style>h1{background:url(${picture})}</style><img src="${picture}" alt=Seen><img src="data:text/html,<script>1</script>">`;
    const [sent] = await Promise.all([
      system.handOver(link, { html, source: "extension" }),
      system.handOver(link, { html: ARTICLE("Fetched") }),
    ]);
    const { copies } = await shown(link, 2);
    expect(copies.map(({ source }) => source).toSorted()).toEqual(["extension", "fetch"]);
    const files = await system.filesOf(link, sent);
    const [name = ""] = Object.keys(files).filter((each) => each.endsWith(".png"));
    expect(files["page.html"]).toContain(`<img src="${name}" alt="Seen">`);
    expect(files["page.html"]).toContain(`url("${name}")`);
    expect(files["page.html"]).not.toContain("data:text");
  });
});

describe("given a file that was handed over", () => {
  test("then a PDF is kept as it is, with its text as an article to be read", async () => {
    const link = await system.saveLink();
    const bytes = onePagePdf({ content: pdfLines([24, "On tides"], [12, "The sea rises twice a day."]) });
    const version = await system.handOver(link, { file: { type: "application/pdf", bytes } });
    const { copies } = await shown(link, 1);
    expect(copies[0]).toMatchObject({ type: "application/pdf", kind: "document", words: 8 });
    const files = await system.filesOf(link, version);
    expect(files["article.html"]).toBe("<h2>On tides</h2>\n<p>The sea rises twice a day.</p>");
    expect(await system.texts.get({ ...link, version })).toBe("On tides\n\nThe sea rises twice a day.");
    const manifest = JSON.parse(files["manifest.json"] ?? "") as Manifest;
    expect(manifest).toMatchObject({ main: "original.pdf" });
    // Its page is drawn, as wide as it is shown, and a picture for lists is named by the event.
    expect(manifest.drawn).toMatchObject({ count: 1, pages: [{ width: 1200 }] });
    const [page, cover] = [manifest.drawn?.pages[0]?.name ?? "", manifest.drawn?.cover ?? ""];
    for (const name of [page, cover]) expect(files[name]?.slice(0, 4)).toBe("RIFF");
    const newest = await newestCopies(system.db, link.userId, [link.linkId]);
    expect(`files/${newest.get(link.linkId)?.picture}`).toBe(cover);
  });

  test.each([
    [
      "a page that unpacks to a gigabyte",
      onePagePdf({ content: deflateSync(Buffer.alloc(1024 ** 3, 32)), packed: true }),
    ],
    ["pages that are their own parents", onePagePdf({ kids: "2 0 R" })],
  ])("when a PDF has %s, then it is kept, and others are", async (_, bytes) => {
    const [link, other] = [await system.saveLink(), await system.saveLink()];
    const version = await system.handOver(link, { file: { type: "application/pdf", bytes } });
    await shown(link, 1);
    expect((await system.filesOf(link, version))["original.pdf"]).toContain("%PDF-1.5");
    await system.handOver(other, { file: { type: "application/pdf", bytes: onePagePdf({}) } });
    await shown(other, 1);
  });

  test("then a text or Markdown has an article, and a program or a table has none", async () => {
    const file = { type: "text/plain", bytes: Buffer.from("# Tides\n\nThe sea\nrises.\n") };
    const [text, markdown, program] = [await system.saveLink(), await system.saveLink(), await system.saveLink()];
    const [first, second, third] = [
      await system.handOver(text, { file, url: "https://example.org/raw/LICENSE" }),
      await system.handOver(markdown, { file, url: "https://example.org/raw/README.md" }),
      await system.handOver(program, { file, url: "https://example.org/raw/tides.py" }),
    ];
    for (const link of [text, markdown, program]) await shown(link, 1);
    expect((await system.filesOf(text, first))["article.html"]).toContain("<p># Tides</p>");
    const files = await system.filesOf(markdown, second);
    expect(files["article.html"]).toMatch(/<h\d>Tides<\/h\d>\s*<p>The sea<br>\s*rises\.<\/p>/);
    expect(files["original.txt"]).toBe(String(file.bytes));
    expect(await system.texts.get({ ...markdown, version: second })).toContain("rises.");
    expect(Object.keys(await system.filesOf(program, third))).not.toContain("article.html");
  });

  test("then its copy has the file as it is, and a text also as text", async () => {
    const [pdf, text] = [await system.saveLink(), await system.saveLink()];
    const [first, second] = [
      await system.handOver(pdf, { file: { type: "application/pdf", bytes: Buffer.from("%PDF-1.7 x") } }),
      await system.handOver(text, { file: { type: "text/plain", bytes: Buffer.from("Notes on tides") } }),
    ];
    await shown(pdf, 1);
    await shown(text, 1);
    expect((await system.filesOf(pdf, first))["original.pdf"]).toBe("%PDF-1.7 x");
    expect((await system.filesOf(text, second))["original.txt"]).toBe("Notes on tides");
    expect(await system.texts.get({ ...text, version: second })).toBe("Notes on tides");
  });
});

describe("given versions of a copy", () => {
  test("when one is deleted, then it is in no list, counts still, and comes back when that is undone", async () => {
    const link = await system.saveLink();
    const [first, second] = [await keep(link, ARTICLE("One")), await keep(link, ARTICLE("Two"))];
    const { bytes } = await copyUse(system.db, link.userId);
    await system.send(DeleteCopy, { ...link, version: second });
    expect(await listCopies(system.db, link.userId, link.linkId)).toMatchObject({ copies: [{ version: first }] });
    expect((await copyUse(system.db, link.userId)).bytes).toBe(bytes);
    await system.send(RestoreCopy, { ...link, version: second });
    expect(await listCopies(system.db, link.userId, link.linkId)).toMatchObject({
      copies: [{ version: second }, { version: first }],
    });
  });

  test("when one was deleted 30 days ago, then nothing of it is left, and it can't be restored", async () => {
    const link = await system.saveLink();
    const version = await keep(link, ARTICLE("Old"));
    await system.send(DeleteCopy, { ...link, version });
    system.clock = Date.now() + UNDO_SECONDS * 1000 + 60_000;
    await expect(system.send(RestoreCopy, { ...link, version })).rejects.toMatchObject({ code: "not-found" });
    await purgeDeletedCopies(removal());
    await eventually(async () => expect((await copyUse(system.db, link.userId)).copies).toBe(0));
    expect(await namesOf(`${link.userId}/`)).toEqual([]);
    expect(await system.texts.get({ ...link, version })).toBeUndefined();
  });

  test("when another account deleted very many before it, then it goes as early as theirs", async () => {
    const [link, other] = [await system.saveLink(), await system.saveLink()];
    const version = await keep(link, ARTICLE("Behind others"));
    await system.send(DeleteCopy, { ...link, version });
    await system.pool.query(
      `insert into archive.copies (user_id, link_id, version, kept_at, source, type, bytes, sha256, left_out, deleted_at)
       select $1, $2, gen_random_uuid(), now(), 'fetch', 'text/html', 1, '', 0, now() - interval '1 day'
       from generate_series(1, 201)`,
      [other.userId, other.linkId],
    );
    system.clock = Date.now() + UNDO_SECONDS * 1000 + 60_000;

    await purgeDeletedCopies(removal());

    expect(await namesOf(`${link.userId}/`)).toEqual([]);
    expect(await system.eventsOf(other)).toHaveLength(201);
  });

  test("when somebody else or nobody has such a version, then it can't be deleted", async () => {
    const [link, other] = [await system.saveLink(), await system.saveLink()];
    const version = await keep(link, ARTICLE("Mine"));
    for (const target of [
      { ...other, version },
      { ...link, version: randomUUID() as CopyId },
    ]) {
      await expect(system.send(DeleteCopy, target)).rejects.toMatchObject({ code: "not-found" });
    }
  });

  test("when their link is purged, then nothing of them is left, in the journal either", async () => {
    const link = await system.saveLink();
    const version = await keep(link, ARTICLE("Purged"));
    await system.happens(link, "LinkDeleted");
    await system.happens(link, "LinkPurged");
    await eventually(async () => expect(await namesOf(`${link.userId}/`)).toEqual([]));
    await eventually(async () => expect(await system.eventsOf(link)).toEqual([]));
    expect(await system.texts.get({ ...link, version })).toBeUndefined();
    await eventually(async () => expect((await copyUse(system.db, link.userId)).copies).toBe(0));
  });

  test("when their account is erased, then its copies are gone, and those of others stay", async () => {
    const [link, other] = [await system.saveLink(), await system.saveLink()];
    await keep(link, ARTICLE("Erased"));
    const kept = await keep(other, ARTICLE("Stays"));
    await system.journal.append({
      subject: aggregateSubject(link.userId, "identity"),
      event: { id: randomUUID(), type: "UserErased", data: {} },
      expected: 0,
    });
    await eventually(async () => expect(await namesOf(`${link.userId}/`)).toEqual([]));
    expect(await namesOf(`${other.userId}/`)).toEqual([copyName(other.userId, other.linkId, kept)]);
    await eventually(async () => expect((await copyUse(system.db, link.userId)).copies).toBe(0));
  });

  test("when their account was erased while a page was in progress, then what that stored later is removed, too", async () => {
    const { userId, linkId } = await system.saveLink();
    const [next = 0] = ERASURE_REPEATS_MS;
    const time = new Date(Date.now() - next + 3000);
    system.clock = Date.now();
    await system.documents.put(documentName(userId, linkId, "early"), Buffer.from("early"));
    await system.journal.append({
      subject: aggregateSubject(userId, "identity"),
      event: { id: randomUUID(), type: "UserErased", data: {}, time },
      expected: 0,
    });
    await eventually(async () => expect(await namesOf(`${userId}/`, system.documents)).toEqual([]));
    system.clock = Date.now() + next;

    await system.copies.put(copyName(userId, linkId, randomUUID() as CopyId), Buffer.from("late"));
    await system.documents.put(documentName(userId, linkId, "late"), Buffer.from("late"));

    for (const store of [system.copies, system.documents]) {
      await eventually(async () => expect(await namesOf(`${userId}/`, store)).toEqual([]));
    }
  });
});

describe("given the switches", () => {
  test("when an account or a link is switched, then the tables show what counts", async () => {
    const link = await system.saveLink();
    const state = async () => {
      const { is_on, is_kept } = await listCopies(system.db, link.userId, link.linkId);
      return [is_on, is_kept];
    };
    expect(await state()).toEqual([null, true]);
    await system.send(ChangeKeeping, { userId: link.userId, isOn: false });
    expect(await state()).toEqual([null, false]);
    await system.send(ChangeLinkKeeping, { ...link, isOn: true });
    expect(await state()).toEqual([true, true]);
    await system.send(ChangeLinkKeeping, { ...link, isOn: null });
    expect(await state()).toEqual([null, false]);
  });

  test("when a copy is requested twice within a minute, then the second is refused with the time to wait", async () => {
    const link = await system.saveLink();
    system.clock = Date.now();
    await system.send(KeepAgain, link);
    await expect(system.send(KeepAgain, link)).rejects.toMatchObject({ code: "limited" });
    system.clock = Date.now() + KEEP_AGAIN_SECONDS * 1000 + 5000;
    await system.send(KeepAgain, link);
    expect((await system.eventsOf(link)).map(({ type }) => type)).toEqual(["CopyRequested", "CopyRequested"]);
  });
});

describe("given an archive service that is killed while it makes a copy", () => {
  test("then the copy is made by the next one, whole and once", async () => {
    const world = await startSystem({}, false);
    const link = await world.saveLink();
    const version = await world.handOver(link, { html: ARTICLE("Killed") });
    for (const moment of ["texts.put", "copies.put", "copies.stored"]) {
      const worker = await spawnProgram(new URL("../test/killed-archive.ts", import.meta.url), {
        env: { ...world.env, MOMENT: moment },
      });
      await worker.waitForLine(new RegExp(`at ${moment}`), 60_000);
      await worker.kill("SIGKILL");
      expect(await world.eventsOf(link)).toEqual([]);
    }
    await world.start();
    await eventually(async () =>
      expect(await world.eventsOf(link)).toMatchObject([{ type: "PageKept", data: { version } }]),
    );
    const names: string[] = [];
    for await (const { name } of world.copies.list("")) names.push(name);
    expect(names).toEqual([copyName(link.userId, link.linkId, version)]);
    expect((await world.filesOf(link, version))["text.txt"]).toContain("Killed ends here.");
  });
});
