import { createHash, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  connectBus,
  createLogger,
  type Journal,
  openJournal,
  openPool,
  openRecords,
  type Pool,
} from "@satchel/chassis";
import { DEAD_LETTERS, deadLetterSubject, type LinkId, SHARES, type UserId } from "@satchel/contracts";
import { atEnd, eventually, freePort } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { linkSaved, linkSubject } from "@satchel/chassis/test/links.ts";
import { Operator } from "../test/operator.ts";
import { type Cluster, startCluster } from "../test/cluster.ts";

const TOKEN = "a-token-for-the-operator-of-this-test";
const logger = createLogger("test", "silent");
const user = randomUUID() as UserId;
const link = randomUUID() as LinkId;

/** Pages are fetched and tables written by others; on a busy machine that takes its time. */
const soon = { timeout: 60_000 };

let cluster: Cluster;
let url: string;
let pool: Pool;
let journal: Journal;
let title = "As it was";

/** An operator's browser. */
const visitor = (): Operator => new Operator(url, TOKEN);

const titleShown = async (): Promise<string | null> => {
  const { rows } = await pool.query<{ page_title: string | null }>("select page_title from links.links");
  return rows[0]?.page_title ?? null;
};

/** Lays the link's event down as work that enrichment gave up. */
async function giveUp(reason: string): Promise<number> {
  const [event] = await journal.readAggregate(linkSubject(user, link));
  const letter = { sequence: event?.sequence, subject: linkSubject(user, link), attempts: 6, reason };
  return (await journal.js.publish(deadLetterSubject("enrichment", user), JSON.stringify(letter))).seq;
}

const letters = async (): Promise<number> => (await journal.jsm.streams.info(DEAD_LETTERS)).state.messages;

beforeAll(async () => {
  const site = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(`<title>${title}</title>`);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  atEnd(async () => void site.close());
  const siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
  cluster = await startCluster();
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  await Promise.all([
    cluster.start("links"),
    cluster.start("enrichment", { FETCH_ALLOW: new URL(siteUrl).host }),
    cluster.start("admin", { ADMIN_PORT: String(port), ADMIN_TOKEN: TOKEN }),
  ]);
  pool = openPool({ url: cluster.databaseUrl, name: "test", logger, connections: 2 });
  atEnd(() => pool.end());
  const connect = (name: string) =>
    connectBus({ url: cluster.natsUrl(name), monitorUrl: cluster.natsMonitorUrl, name, logger });
  const [asLinks, asEnrichment] = await Promise.all([connect("links"), connect("enrichment")]);
  for (const bus of [asLinks, asEnrichment]) atEnd(() => bus.close());
  await (await openJournal(asLinks, { logger })).append({
    subject: linkSubject(user, link),
    event: linkSaved(`${siteUrl}/`),
    expected: 0,
  });
  journal = await openJournal(asEnrichment, { logger });
  await eventually(async () => expect(await titleShown()).toBe("As it was"), soon);
});

describe("given a visitor who is not signed in", () => {
  test("when the page is asked for, then there is a form for the token and nothing else", async () => {
    const stranger = visitor();
    const asked = await stranger.call("/admin");

    expect([asked.status, asked.headers.get("location"), asked.body]).toEqual([303, "/admin/sign-in", ""]);
    expect((await stranger.call("/admin/retry", { letter: "1", csrf: "" })).headers.get("location")).toBe(
      "/admin/sign-in",
    );
    expect((await stranger.call("/admin/sign-in")).body).toContain('name="token"');
  });

  test("when a wrong token is entered, then there is no session; when the right one is, then there is one that no script can read", async () => {
    const operator = visitor();
    const wrong = await operator.call("/admin/sign-in", { token: `${TOKEN}x` });
    expect([wrong.status, wrong.headers.getSetCookie()]).toEqual([401, []]);
    expect((await operator.call("/admin/sign-in", {})).status).toBe(401);

    const right = await operator.call("/admin/sign-in", { token: TOKEN });
    expect(right.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^satchel-admin=[\w-]{43}; Path=\/admin; Max-Age=28800; HttpOnly; SameSite=Strict$/),
    ]);
    const { status, headers } = await operator.call("/admin");
    expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
    expect(headers.get("content-security-policy")).toBe(
      "default-src 'none'; style-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
  });

  test("when another site makes the browser sign in, then it is refused", async () => {
    const answer = await visitor().call("/admin/sign-in", { token: TOKEN }, { origin: "https://other.example" });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([403, []]);
  });
});

describe("given an operator who signed in", () => {
  test("when the page is read, then it shows tables, queues and dead letters", async () => {
    const { body } = await (await visitor().signIn()).call("/admin");

    expect(body).toContain("All 16 partitions are up to date.");
    for (const queue of ["enrichment", "enrichment-imports", "links-mail", "links-imports", "pages-describe"]) {
      expect(body).toContain(`<th scope="row">${queue}</th>`);
    }
    expect(body).toContain("Nothing was given up.");
    expect(body).toContain("There are no tables.");
  });

  test("when a form is sent without the page's own secret, or by another site, then nothing is done", async () => {
    const operator = await visitor().signIn();
    const csrf = await operator.csrf();
    const form = { projection: "links", csrf };

    const tries = [
      await operator.call("/admin/rebuild", { ...form, csrf: await (await visitor().signIn()).csrf() }),
      await operator.call("/admin/rebuild", { projection: "links" }),
      await operator.call("/admin/rebuild", form, { origin: "https://other.example" }),
      await operator.call("/admin/rebuild", form, { origin: "null" }),
    ];
    expect(tries.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  });

  test("when damaged tables are rebuilt, then they show the journal's events", async () => {
    const operator = await visitor().signIn();
    await pool.query("update links.links set page_title = 'Damaged'");

    expect(await operator.press("/admin/rebuild", { projection: "links" })).toBe(
      "The tables are being rebuilt beside those in use.",
    );
    await eventually(async () => expect(await titleShown()).toBe("As it was"), soon);
    expect(await operator.press("/admin/rebuild", { projection: "identity" })).toBe(
      "No service that keeps these tables runs.",
    );
  });

  test("when a dead letter is retried, then its work is done, and it is not shown any more", async () => {
    const operator = await visitor().signIn();
    title = "As it is now";
    const letter = await giveUp("<script>alert(1)</script>");
    const { body } = await operator.call("/admin");
    expect(body).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");

    expect(await operator.press("/admin/retry", { letter: String(letter) })).toBe("The work is handed out once more.");

    await eventually(async () => expect([await titleShown(), await letters()]).toEqual(["As it is now", 0]), soon);
    expect(await operator.press("/admin/retry", { letter: String(letter) })).toBe(
      "That work does not lie here any more.",
    );
  });

  test("when a dead letter is discarded, then it is not shown any more, and its work is not done", async () => {
    const operator = await visitor().signIn();
    title = "Never read";
    const letter = await giveUp("no answer in 6 tries");

    expect(await operator.press("/admin/discard", { letter: String(letter) })).toBe("The work was thrown away.");
    expect(await letters()).toBe(0);
    expect(await titleShown()).not.toBe("Never read");
  });

  test("when they end a shared page, then it is closed for good; an address at which nothing is shared is said to be one", async () => {
    await cluster.start("identity");
    const url = cluster.natsUrl("identity");
    const bus = await connectBus({ url, monitorUrl: cluster.natsMonitorUrl, name: "identity", logger });
    atEnd(() => bus.close());
    const records = await openRecords<object>(bus, SHARES);
    const [shareId, name] = [randomUUID(), "bad-page"];
    const source = { kind: "folder", folder_id: 1 };
    const share = {
      source,
      name,
      isPublic: true,
      notes: false,
      createdAt: 1,
      madeBy: "x",
      visits: { total: 0, days: {} },
    };
    const put = (key: string, value: object) => records.change(key, () => ({ put: value, outcome: undefined }));
    await put(`${user}.${shareId}`, share);
    await put(`at.${createHash("sha256").update(name).digest("hex")}`, { userId: user, shareId });
    const operator = await visitor().signIn();

    for (const address of ["https://links.example/s/other-page", "nonsense in here", ""]) {
      expect(await operator.press("/admin/end-share", { address })).toBe("Nothing is shared at this address.");
    }
    expect(await records.get(`${user}.${shareId}`)).toEqual(share);
    expect(await operator.press("/admin/end-share", { address: "https://links.example/s/bad-page?page=2" })).toBe(
      "This is not shared any more, and can&#39;t be shared again.",
    );
    expect(await records.get(`${user}.${shareId}`)).toEqual({ ...share, isBlocked: true });
  });

  test("when they sign out, then their cookie is not valid any more", async () => {
    const operator = await visitor().signIn();
    await operator.press("/admin/sign-out");
    expect((await operator.call("/admin")).status).toBe(303);
  });
});
