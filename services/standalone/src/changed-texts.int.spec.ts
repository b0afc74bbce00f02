import {
  type Article,
  ATTACHED_TEXT_CHARS,
  COPY_VERSIONS,
  type Folder,
  type Highlight,
  type ItemText,
  type Link,
  type LinkCopies,
} from "@satchel/contracts";
import { eventually, onePagePdf, pdfLines } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { Client, signIn } from "../test/instance.ts";
import { sharedInstance, type SharedInstance } from "../test/shared-instance.ts";
import { filesWith } from "../test/traces.ts";
import { inProof } from "@satchel/testing/in-proof";

let instance: SharedInstance;
let users = 0;

beforeAll(async () => {
  instance = await sharedInstance();
});

const newOwner = (): Promise<Client> => signIn(instance, `changed-texts-${++users}@example.com`);
const titlesOf = async (client: Client, query = ""): Promise<string[]> => {
  const links = await client.json<Link[]>("GET", `/api/links/${query}`);
  return links.map(({ title }) => title ?? "").sort((a, b) => a.localeCompare(b, "en"));
};
const articleOf = (client: Client, { id }: Link): Promise<Article> => client.json("GET", `/api/links/${id}/article`);
const textOf = (client: Client, { id }: Link): Promise<ItemText> => client.json("GET", `/api/links/${id}/text`);
const copiesOf = async (client: Client, { id }: Link): Promise<LinkCopies["copies"]> =>
  (await client.json<LinkCopies>("GET", `/api/links/${id}/copies`)).copies;

/** Keeps a file, and waits for its copy and its description. */
async function keep(client: Client, name: string, content: string | Uint8Array): Promise<Link> {
  const answer = await client.sendFile(name, content);
  expect(answer.status, name).toBe(201);
  const link = (await answer.json()) as Link;
  return eventually(async () => {
    const found = await client.json<Link>("GET", `/api/links/${link.id}`);
    expect(found).toMatchObject({ copy: { version: expect.any(String) }, enrichment: { state: "done" } });
    return found;
  });
}

async function change(client: Client, link: Link, text: string): Promise<ItemText> {
  const answer = await client.sendText(link, (await textOf(client, link)).version, text);
  expect([answer.status, await answer.clone().text()]).toEqual([200, expect.any(String)]);
  return (await answer.json()) as ItemText;
}

const refused = async (answer: Promise<Response>): Promise<[number, string]> => {
  const { status, text } = await answer.then(async (one) => ({ status: one.status, text: await one.text() }));
  return [status, (JSON.parse(text) as { detail: string }).detail];
};

describe("given a note whose owner changes its text", () => {
  test("then the new text is read at once and found, the old one is not, and the version before stays a copy", async () => {
    const owner = await newOwner();
    const note = await keep(owner, "Buy walnuts.txt", "Buy walnuts\n\nThe marmot sleeps.");
    const before = await textOf(owner, note);
    expect(before).toMatchObject({ type: "text/plain", text: "Buy walnuts\n\nThe marmot sleeps." });
    await eventually(async () => expect(await titlesOf(owner, "?q=marmot")).toEqual(["Buy walnuts"]));

    const text = "Buy almonds\r\n\r\n<b>The heron</b> fishes.  \n";
    const answer = await change(owner, note, text);
    expect(answer).toMatchObject({ type: "text/plain", text });
    expect(await textOf(owner, note)).toEqual(answer);
    expect((await articleOf(owner, note)).text).toBe("Buy almonds\n\n<b>The heron</b> fishes.");
    await eventually(async () => {
      expect(await titlesOf(owner, "?q=heron")).toEqual(["Buy almonds"]);
      expect(await titlesOf(owner, "?q=marmot")).toEqual([]);
      expect(await owner.json<Link[]>("GET", "/api/links/")).toMatchObject([
        { title: "Buy almonds", site_name: "Buy almonds.txt", description: expect.stringContaining("heron") },
      ]);
    });

    const [newest, oldest] = await copiesOf(owner, note);
    expect([newest?.version, oldest?.version]).toEqual([answer.version, before.version]);
    const original = await fetch(new URL(oldest?.open_url ?? "", instance.url));
    expect(await original.text()).toContain("The marmot sleeps.");
    // The newest one is deleted: the one before is shown, and may be changed.
    await owner.json("DELETE", `/api/links/${note.id}/copies/${answer.version}`);
    expect(await textOf(owner, note)).toEqual(before);
    await eventually(async () => {
      expect(await owner.json<Link[]>("GET", "/api/links/")).toMatchObject([
        { title: "Buy walnuts", site_name: "Buy walnuts.txt", description: expect.stringContaining("marmot") },
      ]);
    });
    // Undone and deleted again, it goes by what is shown; an older version changes nothing.
    for (const [method, path, title] of [
      ["POST", "/restore", "Buy almonds"],
      ["DELETE", "", "Buy walnuts"],
      ["POST", "/restore", "Buy almonds"],
    ] as const) {
      await owner.json(method, `/api/links/${note.id}/copies/${answer.version}${path}`);
      await eventually(async () => expect(await titlesOf(owner)).toEqual([title]));
    }
    await owner.json("DELETE", `/api/links/${note.id}/copies/${before.version}`);
    await change(owner, note, "Buy nothing");
    expect((await articleOf(owner, note)).text).toBe("Buy nothing");
  });

  test("then a title of the owner's stays, that of a file's name too, and that of Markdown follows its heading", async () => {
    const owner = await newOwner();
    const [own, named, marked] = [
      await keep(owner, "First.txt", "First\nsecond"),
      await keep(owner, "report.txt", "Last year"),
      await keep(owner, "plan.md", "# The plan\n\nwords"),
    ];
    await owner.json("PATCH", `/api/links/${own.id}`, { title: "Mine" });
    for (const link of [own, named, marked]) await change(owner, link, "# Other words\n\nfollow");
    await eventually(async () => {
      expect(await titlesOf(owner, "?q=follow")).toEqual(["Mine", "Other words", "report"]);
    });
    // Once more, where the first line stays as it is.
    for (const link of [own, named, marked]) await change(owner, link, "# Other words\n\nremain");
    await eventually(async () => expect(await titlesOf(owner, "?q=remain")).toEqual(["Mine", "Other words", "report"]));
    await owner.json("PATCH", `/api/links/${own.id}`, { title: "" });
    expect(await titlesOf(owner, "?q=remain")).toEqual(["Other words", "Other words", "report"]);
  });

  test("then its highlights stay, with the quotation that they are found by", async () => {
    const owner = await newOwner();
    const note = await keep(owner, "a.txt", "One heron.\n\nThe otter dives deep.");
    const quote = { exact: "otter dives", prefix: "The ", suffix: " deep." };
    await owner.json("POST", `/api/links/${note.id}/highlights`, { quote, color: "green" });
    await change(owner, note, "Two herons.\n\nThen more.\n\nThe otter dives deep.");
    const found = await owner.json<Highlight[]>("GET", `/api/links/${note.id}/highlights`);
    expect(found).toMatchObject([{ quote }]);
    expect((await articleOf(owner, note)).text).toContain(`${quote.prefix}${quote.exact}${quote.suffix}`);
  });

  test("when two tabs changed it, then the later one is refused, and may be repeated on the version that is there", async () => {
    const owner = await newOwner();
    const note = await keep(owner, "a.txt", "one");
    const { version } = await textOf(owner, note);
    const both = await Promise.all(["two", "three"].map((text) => owner.sendText(note, version, text)));
    // One call at a time is taken: the other one has to come again, or is refused.
    const [kept] = both.filter(({ status }) => status === 200);
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, expect.toBeOneOf([409, 429])]);
    const there = (await kept?.json()) as ItemText;
    expect(await textOf(owner, note)).toEqual(there);
    const late = there.text === "two" ? "three" : "two";
    const detail = "This text was changed elsewhere in the meantime.";
    expect(await refused(owner.sendText(note, version, late))).toEqual([409, detail]);
    expect(await textOf(owner, note)).toEqual(there);
    // What was saved, and whose answer was lost, is saved once.
    expect(await (await owner.sendText(note, version, there.text)).json()).toEqual(there);
    expect(await copiesOf(owner, note)).toHaveLength(2);
    expect(await (await owner.sendText(note, there.version, late)).json()).toMatchObject({ text: late });
  });

  test.each([
    ["empty", "", 400, "There is no text to be kept."],
    ["nothing that can be seen", " \n\u200b", 400, "There is no text to be kept."],
    ["no UTF-8", Buffer.from([0x61, 0xff]), 400, "The request is not valid"],
    ["too long", "a".repeat(ATTACHED_TEXT_CHARS + 1), 413, "The text is too long; at most 2 million characters"],
  ])("when the text is %s, then it is refused and the note stays", async (_, text, status, detail) => {
    const owner = await newOwner();
    const note = await keep(owner, "a.txt", "words");
    const before = await textOf(owner, note);
    const answer = await refused(owner.sendText(note, before.version, text));
    expect(answer).toEqual([status, expect.stringContaining(detail)]);
    expect(await textOf(owner, note)).toEqual(before);
    expect(await copiesOf(owner, note)).toHaveLength(1);
  });

  test("when its text is as long as it may be, then it is kept", async () => {
    const owner = await newOwner();
    const note = await keep(owner, "a.txt", "words");
    const text = "ä".repeat(ATTACHED_TEXT_CHARS);
    await change(owner, note, text);
    expect((await textOf(owner, note)).text).toBe(text);
  });

  inProof("when it is changed very often, then the oldest versions are deleted", async () => {
    const owner = await newOwner();
    const note = await keep(owner, "a.txt", "0");
    for (let n = 1; n <= COPY_VERSIONS + 1; n++) await change(owner, note, String(n));
    const copies = await copiesOf(owner, note);
    expect(copies).toHaveLength(COPY_VERSIONS);
    expect((await textOf(owner, note)).text).toBe(String(COPY_VERSIONS + 1));
    const last = await fetch(new URL(copies.at(-1)?.open_url ?? "", instance.url));
    expect(await last.text()).toContain("2");
  });

  test("when its first text is sent again, then that is another note, and the changed one stays", async () => {
    const owner = await newOwner();
    const note = await keep(owner, "List.txt", "List");
    await change(owner, note, "List\nwith eggs");
    const again = await keep(owner, "List.txt", "List");
    expect(again.id).not.toBe(note.id);
    expect((await textOf(owner, again)).text).toBe("List");
    expect((await textOf(owner, note)).text).toBe("List\nwith eggs");
  });
});

describe("given what is no text of one's own", () => {
  test("when others ask for it or change it, then they are told that there is none", async () => {
    const [owner, other] = [await newOwner(), await newOwner()];
    const note = await keep(owner, "a.txt", "private words");
    const before = await textOf(owner, note);
    expect((await other.call("GET", `/api/links/${note.id}/text`)).status).toBe(404);
    expect((await other.sendText(note, before.version, "theirs")).status).toBe(404);
    expect((await new Client(instance.url, "none").sendText(note, before.version, "theirs")).status).toBe(401);
    expect(await textOf(owner, note)).toEqual(before);
    await owner.json("DELETE", `/api/links/${note.id}`);
    expect((await owner.sendText(note, before.version, "words")).status).toBe(404);
  });

  test("when it is a PDF, then it can't be changed", async () => {
    const owner = await newOwner();
    const link = await keep(owner, "a.pdf", onePagePdf({ content: pdfLines([24, "Narwhals"]) }));
    const detail = "Only the text of a note or of a text file can be changed.";
    expect(await refused(owner.call("GET", `/api/links/${link.id}/text`))).toEqual([400, detail]);
    expect(await refused(owner.sendText(link, link.copy?.version ?? "", "words"))).toEqual([400, detail]);
  });

  test("when a program changes it, then its token must be one that changes, and of its folder", async () => {
    const owner = await newOwner();
    const folders = [];
    for (const name of ["One", "Two"])
      folders.push(await owner.json<Folder>("POST", "/api/folders/", { name, parent_folder_id: null }));
    const note = await keep(owner, "a.txt", "words");
    await owner.json("PATCH", `/api/links/${note.id}`, { folder_id: folders[0]?.id });
    const program = async (scopes: readonly string[], folder_id?: number): Promise<Client> => {
      const asked = { name: "a program", scopes, folder_id };
      return new Client(
        instance.url,
        (await owner.json<{ token: string }>("POST", "/api/users/me/tokens", asked)).token,
      );
    };
    const { version } = await textOf(await program(["read"]), note);
    for (const client of [await program(["read"]), await program(["add"])]) {
      expect((await client.sendText(note, version, "theirs")).status).toBe(403);
    }
    const [inside, outside] = [
      await program(["read", "change"], folders[0]?.id),
      await program(["read", "change"], folders[1]?.id),
    ];
    expect((await outside.sendText(note, version, "theirs")).status).toBe(404);
    expect((await outside.call("GET", `/api/links/${note.id}/text`)).status).toBe(404);
    expect((await inside.sendText(note, version, "theirs")).status).toBe(200);
  });

  test("when the account is erased, then nothing of any version is left", async () => {
    const owner = await newOwner();
    const note = await keep(owner, "Pflaumenmus im Quittenturm.txt", "Pflaumenmus im Quittenturm");
    await change(owner, note, "Quittenmus im Pflaumenturm");
    await eventually(async () => expect(await titlesOf(owner, "?q=Pflaumenturm")).toHaveLength(1));
    expect(await filesWith(instance.dataDir, ["Pflaumenturm"])).not.toEqual([]);
    await owner.json("DELETE", "/api/users/me");
    await eventually(async () =>
      expect(await filesWith(instance.dataDir, ["Quittenturm", "Pflaumenturm"], "postgres")).toEqual([]),
    );
  });
});
