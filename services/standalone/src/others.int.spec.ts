import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { eventually, startHttpServer } from "@satchel/testing";
import { expect, test } from "vitest";
import { callsOf } from "../test/hostile.ts";
import { signIn, startInstance } from "../test/instance.ts";
import { makeOneOfEach, type Names } from "../test/others.ts";

/** One call with the names of things: as the path of its operation is filled, with a query and a valid body. */
interface Try {
  readonly path?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
  readonly bytes?: string;
}

const RULE = { name: "R", is_on: true, conditions: [{ kind: "title", any: ["zebra"] }] };
const at = (id: string | number, more: Omit<Try, "path"> = {}): Try => ({ path: { id }, ...more });
const body = (sent: unknown): Try => ({ body: sent });
const links = (of: Names): string[] => [of.link, of.goneLink, of.file, of.letter];
const each = (ids: readonly (string | number)[], more: Omit<Try, "path"> = {}): Try[] => ids.map((id) => at(id, more));
const copies = (of: Names, own: Names): Try[] => [
  { path: { id: of.link, version: of.version } },
  { path: { id: of.file, version: of.fileVersion } },
  { path: { id: own.link, version: of.version } },
  { path: { id: of.link, version: own.version } },
];
const highlights = (of: Names, own: Names, more: Omit<Try, "path"> = {}): Try[] =>
  [of.link, own.link].flatMap((id) =>
    [of.highlight, of.goneHighlight].map((highlight) => ({ path: { id, highlight }, ...more })),
  );
const folders = (of: Names): number[] => [of.folder, of.smartFolder, of.goneFolder];
const inFolder = (of: Names): Try[] => folders(of).map((folder_id) => ({ query: { folder_id } }));

/** For operations whose path names nothing that another account could have: a tag, a host, a format, a way to sign in. */
const NONE = (): Try[] => [];

/** How each operation that takes the name of something is asked for things of another account, with all else valid. */
const TRIES: Readonly<Record<string, (of: Names, own: Names) => Try[]>> = {
  removePasskey: (of) => [at(of.passkey)],
  disconnectSignIn: (of) => [at(of.signIn)],
  deleteSession: (of) => [at(of.session)],
  createToken: (of) => [body({ name: "T", scopes: ["read"], folder_id: of.folder })],
  deleteToken: (of) => [at(of.token), at(of.feed), at(of.session)],
  createFeed: (of) => folders(of).map((folder_id) => body({ name: "F", source: { kind: "folder", folder_id } })),
  deleteFeed: (of) => [at(of.feed), at(of.token)],
  createShare: (of) => [
    ...folders(of).map((folder_id) => body({ source: { kind: "folder", folder_id } })),
    ...links(of).map((link_id) => body({ source: { kind: "link", link_id } })),
  ],
  changeShare: (of) => [at(of.share, { body: { notes: true, password: null } })],
  deleteShare: (of) => [at(of.share)],
  changeWebhook: (of) => [at(of.webhook, { body: { is_paused: true } })],
  deleteWebhook: (of) => [at(of.webhook)],
  testWebhook: (of) => [at(of.webhook)],
  listDeliveries: (of) => [at(of.webhook)],
  replayDelivery: (of, own) => [of.webhook, own.webhook].map((id) => ({ path: { id, delivery: of.delivery } })),
  createSubscription: (of) => folders(of).map((folder_id) => body({ url: "https://feed.example/", folder_id })),
  changeSubscription: (of, own) => [
    at(of.subscription, { body: { is_paused: true } }),
    ...folders(of).map((folder_id) => at(own.subscription, { body: { folder_id } })),
  ],
  deleteSubscription: (of) => [at(of.subscription)],
  createSecretAddress: (of) => folders(of).map((folder_id) => body({ name: "N", folder_id })),
  changeSecretAddress: (of, own) => [
    at(of.address, { body: { name: "Mine" } }),
    ...folders(of).map((folder_id) => at(own.address, { body: { folder_id } })),
  ],
  deleteSecretAddress: (of) => [at(of.address)],
  unsubscribe: (of) => [body({ sender: of.sender })],
  listLinks: inFolder,
  countLinks: inFolder,
  getEpub: inFolder,
  listAllHighlights: inFolder,
  createLink: (of) => folders(of).map((folder_id) => body({ url: "https://example.org/", folder_id })),
  getLink: (of) => each(links(of)),
  changeLink: (of, own) => [
    ...each(links(of), { body: { title: "Mine", is_favorite: true } }),
    ...folders(of).map((folder_id) => at(own.link, { body: { folder_id } })),
  ],
  deleteLink: (of) => each(links(of)),
  refreshLink: (of) => each(links(of)),
  moveLink: (of) => each(links(of), { body: { new_url: "https://example.org/moved" } }),
  restoreLink: (of) => each(links(of)),
  getLinkHistory: (of) => each(links(of)),
  getRelatedLinks: (of) => each(links(of)),
  visitLink: (of) => each(links(of)),
  eraseLink: (of) => each(links(of)),
  mergeLinks: (of, own) => [
    body({ keep: of.link, others: [of.otherLink] }),
    body({ keep: own.link, others: [of.otherLink] }),
    body({ keep: of.link, others: [own.otherLink] }),
    body({ keep: of.otherLink, others: [of.file], bulk_id: of.bulk }),
  ],
  changeLinks: (of, own) => [
    ...folders(of).map((folder_id) => body({ ids: [own.link], action: "move", folder_id })),
    ...["delete", "restore"].map((action) => body({ ids: links(of), action })),
    body({ ids: links(of), action: "tag", tags: ["mine"] }),
    body({ ids: links(of), action: "favorite", is_favorite: true }),
    body({ filter: { folder_id: of.folder }, action: "delete" }),
  ],
  undoBulk: (of) => [at(of.bulk), at(of.capture)],
  createRule: (of) => [
    ...folders(of).map((folder_id) => body({ ...RULE, actions: [{ kind: "move", folder_id }] })),
    body({ ...RULE, actions: [{ kind: "send", email: of.reader }] }),
  ],
  previewRule: (of) => [
    ...folders(of).map((folder_id) => body({ ...RULE, actions: [{ kind: "move", folder_id }] })),
    body({ ...RULE, actions: [{ kind: "send", email: of.reader }] }),
  ],
  changeRule: (of, own) => [
    ...each([of.rule, of.goneRule], { body: { name: "Mine", position: 0 } }),
    ...folders(of).map((folder_id) => at(own.rule, { body: { actions: [{ kind: "move", folder_id }] } })),
    at(own.rule, { body: { actions: [{ kind: "send", email: of.reader }] } }),
  ],
  deleteRule: (of) => each([of.rule, of.goneRule]),
  restoreRule: (of) => each([of.rule, of.goneRule]),
  applyRule: (of) => each([of.rule, of.goneRule]),
  getPreview: (of) => each(links(of)),
  changeFolder: (of) => each(folders(of), { body: { name: "Mine" } }),
  deleteFolder: (of) => each(folders(of), { query: { recursive: "true" } }),
  restoreFolder: (of) => each(folders(of)),
  createFolder: (of) => folders(of).map((parent_folder_id) => body({ name: "Child", parent_folder_id })),
  reorderFolder: (of, own) => [
    ...folders(of).map((folder_id) => body({ folder_id, new_order_index: 0 })),
    ...folders(of).map((id) => body({ folder_id: own.folder, new_order_index: 0, parent_folder_id: id })),
  ],
  getImport: (of) => [at(of.import)],
  listCopies: (of) => each(links(of)),
  keepAgain: (of) => each(links(of)),
  changeLinkKeeping: (of) => each(links(of), { body: { is_on: false } }),
  deleteCopy: copies,
  openCopy: copies,
  restoreCopy: copies,
  getArticle: (of, own) => [...each(links(of)), ...each([of.link, own.link], { query: { version: of.version } })],
  moveReading: (of) => each(links(of), { body: { read: 0.5 } }),
  getCopyPicture: (of, own) =>
    copies(of, own).map(({ path }) => ({ path: { ...path, name: "0123456789abcdef0123.png" } })),
  addFile: (of) => folders(of).map((folder_id) => ({ query: { name: "a.txt", folder_id }, bytes: "text" })),
  getText: (of) => each([of.file]),
  changeText: (of, own) =>
    [of.file, own.file].map((id) => at(id, { query: { version: of.fileVersion }, bytes: "changed" })),
  getLinkEpub: (of, own) => [...each(links(of)), at(own.link, { query: { version: of.version } })],
  deleteReader: (of) => [body({ email: of.reader })],
  confirmReader: (of) => [body({ email: of.reader, code: of.readerCode })],
  sendToReader: (of) => [body({ email: of.reader, book: { link_id: of.link } })],
  uploadCopy: (of) => each(links(of), { query: { source: "upload" }, bytes: "%PDF-1.4" }),
  listHighlights: (of) => each(links(of)),
  createHighlight: (of) => [
    ...each(links(of), { body: { quote: { exact: "zebra" } } }),
    at(of.link, { body: { quote: { exact: "zebra" }, version: of.version } }),
  ],
  beginSso: NONE,
  finishSso: NONE,
  connectSignIn: NONE,
  renameTag: NONE,
  deleteTag: NONE,
  getFavicon: NONE,
  exportLinks: NONE,
  exportHighlights: NONE,
  changeHighlight: (of, own) => highlights(of, own, { body: { note: "mine" } }),
  deleteHighlight: (of, own) => highlights(of, own),
  restoreHighlight: (of, own) => highlights(of, own),
  undoCapture: (of) => [at(of.capture)],
};

/** The same names for things that do not exist, each in the form of what it stands for. */
function absent(of: Names): Names {
  const other = (name: string | number): string | number => {
    if (typeof name === "number") return name + 900_000;
    if (name.includes("@")) return `nobody-${name}`;
    if (name.startsWith("msg_")) return `msg_${randomUUID().replaceAll("-", "")}`;
    if (name.length === 64) return "0".repeat(64);
    return name.length === 36 ? randomUUID() : "000000";
  };
  return Object.fromEntries(Object.entries(of).map(([key, name]) => [key, other(name)])) as unknown as Names;
}

/** What is sent where a body is no JSON and no text. */
const TYPES: Readonly<Record<string, string>> = { addFile: "application/octet-stream", uploadCopy: "application/pdf" };

/** Milliseconds without any change, after which what comes by itself has come. */
const QUIET_MS = 5000;

const ARTICLE = `<title>Zebras</title><article><h1>Zebras</h1>${"<p>The zebra finches of this place sing at length, whenever the sun has come up over the hills.</p>".repeat(20)}</article>`;
const FEED = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Feed</title><id>urn:a</id></feed>`;

/** An answer without what it repeats of its question, and without what is new in each. */
function plain(answer: string, names: Names): string {
  let text = answer;
  for (const [key, name] of Object.entries(names)) {
    if (typeof name === "string") text = text.replaceAll(name, `<${key}>`);
  }
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "<id>").replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>");
}

test("things of another account are answered, by every operation, like what does not exist, and nothing of them changes", async () => {
  const site = await startHttpServer((request, response) => {
    const isFeed = request.url === "/feed";
    response.writeHead(200, { "content-type": isFeed ? "application/atom+xml" : "text/html" });
    response.end(isFeed ? FEED : ARTICLE);
  });
  const host = new URL(site.url).host;
  const instance = await startInstance({ FETCH_ALLOW: host, WEBHOOK_ALLOW: host });
  const anna = await signIn(instance, "anna@post.example");
  const bert = await signIn(instance, "bert@post.example");
  // Folders have numbers of their account: of hers none is one of his.
  for (let n = 0; n < 10; n += 1) await anna.json("POST", "/api/folders/", { name: `Folder ${n}` });
  const made = await makeOneOfEach(instance, anna, "anna@post.example", site.url);
  const own = await makeOneOfEach(instance, bert, "bert@post.example", site.url);
  const document = (await (await fetch(`${instance.url}/api/openapi.json`)).json()) as Parameters<typeof callsOf>[0];
  const calls = callsOf(document);
  const ask = async (id: string, one: Try = {}): Promise<string> => {
    const call = calls.find((documented) => documented.id === id);
    if (call === undefined) throw new Error(`no operation ${id}`);
    const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(one.path?.[name] ?? "absent"));
    const query = new URLSearchParams(Object.entries(one.query ?? {}).map(([name, value]) => [name, String(value)]));
    const type = one.bytes === undefined ? "application/json" : (TYPES[id] ?? "text/plain");
    const answer = await fetch(`${instance.url}${path}?${query}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${bert.token}`,
        ...(one.body === undefined && one.bytes === undefined ? {} : { "content-type": type }),
      },
      ...(one.body === undefined ? {} : { body: JSON.stringify(one.body) }),
      ...(one.bytes === undefined ? {} : { body: one.bytes }),
    });
    return `${answer.status} ${await answer.text()}`;
  };
  const everything = async () => {
    const exports = [anna, bert].map((one) => one.json<Record<string, unknown>>("GET", "/api/users/me/export"));
    // Their sessions say when they were used last.
    return (await Promise.all(exports)).map((kept) => ({ ...kept, sessions: [] }));
  };
  // Pages, copies, the import and the feed's first look come by themselves, and until then change what is there.
  const before = await eventually(
    async () => {
      const now = await everything();
      expect(JSON.stringify(now)).not.toContain('"state":"pending"');
      await setTimeout(QUIET_MS);
      expect(await everything()).toEqual(now);
      return now;
    },
    { timeout: 120_000 },
  );

  const named = calls.filter(({ pathNames }) => pathNames.length > 0).map(({ id }) => id);
  expect(named.filter((id) => TRIES[id] === undefined)).toEqual([]);
  const nothing = absent(made);
  for (const [id, tries] of Object.entries(TRIES)) {
    const wanted = tries(nothing, own);
    for (const [n, one] of tries(made, own).entries()) {
      const [found, missing] = [await ask(id, one), await ask(id, wanted[n])];
      expect.soft(plain(found, made), `${id} ${JSON.stringify(one)}`).toBe(plain(missing, nothing));
    }
  }
  expect(await everything()).toEqual(before);
});
