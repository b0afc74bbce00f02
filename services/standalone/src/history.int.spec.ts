import { type BulkAnswer, type Folder, type Import, type Link, type LinkHistoryEntry, texts } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { type Client, sendMail, signIn } from "../test/instance.ts";
import { type SharedInstance, sharedInstance } from "../test/shared-instance.ts";

let instance: SharedInstance;
beforeAll(async () => {
  instance = await sharedInstance();
});

/** What the owner did; what was found out about the page comes when it comes. */
const historyOf = async (client: Client, { id }: Pick<Link, "id">): Promise<LinkHistoryEntry[]> =>
  (await client.json<{ history: LinkHistoryEntry[] }>("GET", `/api/links/${id}/history`)).history.filter(
    ({ what }) => what !== "described" && what !== "unreachable",
  );

test("given a link, its history tells how it came here and every change, oldest first", async () => {
  const client = await signIn(instance, "history-page@example.com");
  const link = await client.json<Link>("POST", "/api/links/", { url: "https://history.test/1", tags: ["a"] });
  await client.json("PATCH", `/api/links/${link.id}`, { title: "T", notes: "N", is_favorite: true });
  await client.json("POST", "/api/links/bulk", { ids: [link.id], action: "tag", tags: ["b"] });
  await client.call("POST", `/api/links/${link.id}/visit`);
  await client.call("DELETE", `/api/links/${link.id}`);
  await client.json("POST", `/api/links/${link.id}/restore`);
  await client.json("POST", "/api/links/", { url: "https://history.test/1" });

  const history = await historyOf(client, link);
  expect(history.map(({ what }) => what)).toEqual(
    "saved changed changed visited deleted restored saved_again".split(" "),
  );
  expect(history[0]).toMatchObject({ origin: { kind: "page" }, changes: { tags: ["a"] } });
  expect(history[1]?.changes).toEqual({ title: "T", notes: "N", is_favorite: true });
  expect(history[2]?.changes).toEqual({ tags: ["a", "b"] });
  expect(history.map(({ at }) => at)).toEqual(history.map(({ at }) => at).sort());
});

test("given a mailed link, its history tells whose mail it was", async () => {
  const email = "history-mail@example.com";
  const client = await signIn(instance, email);
  await sendMail(instance, { from: email, subject: "Look", text: "https://history.test/mailed" });
  const link = await eventually(async () => {
    const [found] = await client.json<Link[]>("GET", "/api/links/");
    if (found === undefined) throw new Error("no link yet");
    return found;
  });
  const [saved] = await historyOf(client, link);
  expect(saved).toMatchObject({ what: "saved", origin: { kind: "mail", sender: email } });
  expect(saved?.changes).toMatchObject({ suggested_title: "Look" });
});

test("given an imported link, its history names the import, and what the file said", async () => {
  const client = await signIn(instance, "history-import@example.com");
  const started = await fetch(`${instance.url}/api/imports`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.token}`, "content-type": "text/html" },
    body: '<DL><DT><A HREF="https://history.test/imported" ADD_DATE="1600000000" TAGS="old">From a file</A></DL>',
  });
  const { id } = (await started.json()) as Import;
  const link = await eventually(async () => {
    const [found] = await client.json<Link[]>("GET", "/api/links/");
    if (found === undefined) throw new Error("no link yet");
    return found;
  });

  const history = await historyOf(client, link);

  expect(history).toMatchObject([{ what: "saved", origin: { kind: "import", importId: id } }]);
  expect(history[0]?.changes).toEqual({
    url: "https://history.test/imported",
    title: "From a file",
    tags: ["old"],
    created_at: "2020-09-13T12:26:40.000Z",
    saved_at: "2020-09-13T12:26:40.000Z",
  });
});

test("given a link was moved, changed with others, deleted with them and brought back, its history tells each, and no more", async () => {
  const client = await signIn(instance, "history-bulk@example.com");
  const link = await client.json<Link>("POST", "/api/links/", { url: "https://history.test/bulk", tags: ["a"] });
  const [one, two] = await Promise.all(
    ["One", "Two"].map((name) => client.json<Folder>("POST", "/api/folders/", { name })),
  );
  const bulk = (body: object) => client.json<BulkAnswer>("POST", "/api/links/bulk", { ids: [link.id], ...body });
  const undo = ({ bulk_id }: BulkAnswer) => client.json("POST", `/api/links/bulk/${bulk_id}/undo`);
  await client.json("PATCH", `/api/links/${link.id}`, { folder_id: one?.id });
  await undo(await bulk({ action: "move", folder_id: two?.id }));
  await client.json("PATCH", `/api/links/${link.id}`, { folder_id: 0 });
  await bulk({ action: "favorite", is_favorite: true });
  await undo(await bulk({ action: "delete" }));
  await bulk({ action: "delete" });
  await bulk({ action: "restore" });

  const history = await historyOf(client, link);

  expect(history.map(({ what, changes }) => [what, changes])).toEqual([
    ["saved", { url: "https://history.test/bulk", tags: ["a"] }],
    ["changed", { folder_id: one?.id }],
    ["changed", { folder_id: two?.id }],
    ["changed", { folder_id: one?.id }],
    ["changed", { folder_id: null }],
    ["changed", { is_favorite: true }],
    ["deleted", undefined],
    ["restored", undefined],
    ["deleted", undefined],
    ["restored", undefined],
  ]);
});

test("given a link that was never there, or is another user's, its history is 404", async () => {
  const client = await signIn(instance, "history-none@example.com");
  const other = await signIn(instance, "history-other@example.com");
  const theirs = await other.json<Link>("POST", "/api/links/", { url: "https://history.test/theirs" });
  for (const id of ["8b4571bd-f45a-580c-8bfe-60e1632dbf9a", theirs.id]) {
    const answer = await client.call("GET", `/api/links/${id}/history`);
    expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([404, texts.links.notFound]);
  }
  expect(await historyOf(other, theirs)).toHaveLength(1);
});
