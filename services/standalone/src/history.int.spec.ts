import { type Link, type LinkHistoryEntry, texts } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { type Client, type Instance, sendMail, signIn, startInstance } from "../test/instance.ts";

let instance: Instance;
beforeAll(async () => {
  instance = await startInstance();
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

test("given a link that was never there, its history is 404", async () => {
  const client = await signIn(instance, "history-none@example.com");
  const answer = await client.call("GET", "/api/links/8b4571bd-f45a-580c-8bfe-60e1632dbf9a/history");
  expect([answer.status, ((await answer.json()) as { detail: string }).detail]).toEqual([404, texts.links.notFound]);
});
