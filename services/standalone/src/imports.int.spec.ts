import { connect, type Socket } from "node:net";
import { type Folder, type Import, IMPORTS_AT_ONCE, type Link } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { describe, expect, test } from "vitest";
import { type Client, signIn } from "../test/instance.ts";
import { sharedInstance } from "../test/shared-instance.ts";

const instance = await sharedInstance();
const anna = await signIn(instance, "anna@imports.example");

const FILE = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<DL><p><DT><H3>Cooking</H3><DL><p>
<DT><A HREF="https://bread.example/" ADD_DATE="1600000000" TAGS="bread">Bread</A><DD>How to
</DL><p><DT><A HREF="about:x">Feed</A></DL>`;

const upload = (
  client: Pick<Client, "token">,
  body: string | Uint8Array,
  { query = "", type }: { query?: string; type?: string } = {},
): Promise<Response> =>
  fetch(`${instance.url}/api/imports${query}`, {
    method: "POST",
    headers: { authorization: `Bearer ${client.token}`, ...(type === undefined ? {} : { "content-type": type }) },
    body: typeof body === "string" ? Buffer.from(body) : Buffer.from(body),
  });

const finished = (client: Client, id: string): Promise<Import> =>
  eventually(async () => {
    const found = await client.json<Import>("GET", `/api/imports/${id}`);
    return found.status !== "running" && found;
  }) as Promise<Import>;

const detailOf = async (response: Response): Promise<[number, string]> => [
  response.status,
  ((await response.json()) as { detail: string }).detail,
];

/** Begins an upload by hand: a head, and what is written after it. */
function begin(token: string, head: string): { socket: Socket; answer: () => string } {
  const { port } = new URL(instance.url);
  const socket = connect(Number(port), "127.0.0.1");
  let answer = "";
  socket.on("data", (chunk: Buffer) => (answer += chunk.toString()));
  socket.on("error", () => undefined);
  socket.write(`POST /api/imports HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${head}\r\n\r\n`);
  return { socket, answer: () => answer };
}

test.each([["text/html"], ["application/octet-stream"], ["application/json"], [undefined]])(
  "given a file sent as %s, then it is taken, its import can be watched, and the links are there at its end",
  async (type) => {
    const client = await signIn(instance, `type-${type?.replace("/", "-") ?? "none"}@imports.example`);

    const response = await upload(client, FILE, { query: "?name=my%20bookmarks.html", ...(type ? { type } : {}) });

    expect(response.status).toBe(202);
    const begun = (await response.json()) as Import;
    expect(begun).toMatchObject({ name: "my bookmarks.html", format: "html", error: null });
    const done = await finished(client, begun.id);
    expect(done).toMatchObject({ status: "done", progress: 1, read: 2, saved: 1, known: 0, skipped: 1 });
    expect(done.faults).toEqual([
      { entry: 2, text: "about:x", reason: "Only addresses that begin with http: or https: are web addresses." },
    ]);
    expect((await client.json<{ imports: Import[] }>("GET", "/api/imports")).imports).toEqual([
      { ...done, faults: [] },
    ]);
    const [folder] = await client.json<Folder[]>("GET", "/api/folders/");
    const links = await client.json<Link[]>("GET", "/api/links/");
    expect(links).toMatchObject([
      {
        url: "https://bread.example/",
        title: "Bread",
        description: "How to",
        tags: ["bread"],
        folder_id: folder?.id,
        saved_at: "2020-09-13T12:26:40.000Z",
      },
    ]);
  },
);

test("an import of another's is not found", async () => {
  const bert = await signIn(instance, "bert@imports.example");
  const { id } = (await (await upload(anna, FILE)).json()) as Import;

  expect(await detailOf(await bert.call("GET", `/api/imports/${id}`))).toEqual([404, "Import not found"]);
  expect(await bert.json("GET", "/api/imports")).toEqual({ imports: [] });
  await finished(anna, id);
});

describe("what is turned away", () => {
  test("a file of no format that is known, and none at all", async () => {
    const unknown = [400, "The file is in no format that can be imported"];

    expect(await detailOf(await upload(anna, "PK\u0005\u0006"))).toEqual(unknown);
    expect(await detailOf(await upload(anna, ""))).toEqual(unknown);
    expect(await detailOf(await upload(anna, "{}", { type: "application/json" }))).toEqual(unknown);
  });

  test("a format that there is not, an id that is none, and who is not signed in", async () => {
    expect((await upload(anna, FILE, { query: "?format=docx" })).status).toBe(422);
    expect((await anna.call("GET", "/api/imports/1")).status).toBe(422);
    expect((await upload({ token: "none" }, FILE)).status).toBe(401);
  });

  test("a gigabyte that is announced, before any of it is sent", async () => {
    const { answer, socket } = begin(anna.token, "Content-Length: 1073741824");

    await eventually(() => answer().includes("413 Payload Too Large"));
    expect(answer()).toContain("at most 100 MB can be imported");
    socket.destroy();
  });

  test("an upload that is cut off leaves no import", async () => {
    const carl = await signIn(instance, "carl@imports.example");
    const { socket } = begin(carl.token, `Content-Length: ${FILE.length * 2}`);
    socket.write(FILE);
    socket.end();
    socket.resetAndDestroy();

    const { id } = (await (await upload(carl, FILE)).json()) as Import;
    await finished(carl, id);
    expect((await carl.json<{ imports: Import[] }>("GET", "/api/imports")).imports).toHaveLength(1);
  });

  test("more uploads at a time than there may be; one that ends makes room", async () => {
    const dora = await signIn(instance, "dora@imports.example");
    const open = Array.from({ length: IMPORTS_AT_ONCE + 1 }, () => begin(dora.token, "Content-Length: 1000"));

    await eventually(() => open.some(({ answer }) => answer().includes("429 Too Many Requests")));
    const refused = open.filter(({ answer }) => answer() !== "");
    expect(refused).toHaveLength(1);
    expect(refused[0]?.answer()).toMatch(/retry-after: \d+/i);

    for (const { socket } of open) socket.destroy();
    await eventually(async () => (await upload(dora, FILE)).status === 202);
  });
});

test("given a file names its format, then it is read as that", async () => {
  const erna = await signIn(instance, "erna@imports.example");
  const csv = "url,title,time_added,tags\nhttps://named.example/,Named,,\n";

  const { id } = (await (await upload(erna, csv, { query: "?format=raindrop-csv" })).json()) as Import;

  expect(await finished(erna, id)).toMatchObject({ format: "raindrop-csv", saved: 1 });
});
