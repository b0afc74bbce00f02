import type { Capture, Folder, Link, LinkHistoryEntry } from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, describe, expect, test } from "vitest";
import { type Client, sendMail, signIn } from "../test/instance.ts";
import { type SharedInstance, sharedInstance } from "../test/shared-instance.ts";

let instance: SharedInstance;
let anna: Client;
let bob: Client;

beforeAll(async () => {
  instance = await sharedInstance();
  anna = await signIn(instance, "anna@captures.example");
  bob = await signIn(instance, "bob@captures.example");
});

const url = (n: number | string): string => `http://127.0.0.1:1/${n}`;
const captures = (client: Client, query = ""): Promise<Capture[]> => client.json("GET", `/api/captures${query}`);

/** The newest capture, once it is what it is to be. */
const newest = (client: Client, expected: object): Promise<Capture> =>
  eventually(async () => {
    const [capture] = await captures(client);
    expect(capture).toMatchObject(expected);
    return capture as Capture;
  });
const send = (mail: Partial<Parameters<typeof sendMail>[1]>): Promise<string> =>
  sendMail(instance, { from: "anna@captures.example", text: "", ...mail });

describe("given a user, when a mail of theirs was accepted, then it is listed", () => {
  test("with the ids of its links, the folder and the tags that were asked for", async () => {
    const text = `${url("one")} and ${url("two")}`;
    await send({ to: "save+Kitchen@localhost", subject: "Bread #baking #rye", text });

    const capture = await newest(anna, { outcome: "saved" });

    // The tables of links and of captures are two.
    const links = await eventually(async () => {
      const shown = await anna.json<Link[]>("GET", "/api/links/");
      expect(shown).toHaveLength(2);
      return shown;
    });
    const [folder] = await anna.json<Folder[]>("GET", "/api/folders/");
    expect(links.map((link) => link.tags)).toEqual([
      ["baking", "rye"],
      ["baking", "rye"],
    ]);
    expect(capture).toMatchObject({
      sender: "anna@captures.example",
      saved: links.map(({ id, url: address }) => ({ id, url: address })),
      duplicates: [],
      refusal: null,
      folder_name: "Kitchen",
      folder_id: folder?.id,
      tags: ["baking", "rye"],
      verdict: { by: "off" },
    });
  });

  test("as a duplicate when its link existed, which is now the first of the list; the link's history has the sender", async () => {
    const { id } = await anna.json<Link>("POST", "/api/links/", { url: url("known") });
    await anna.json("POST", "/api/links/", { url: url("later") });
    await send({ text: url("known") });

    await newest(anna, { outcome: "duplicate", saved: [], duplicates: [{ id, url: url("known") }] });

    await eventually(async () => expect((await anna.json<Link[]>("GET", "/api/links/"))[0]?.id).toBe(id));
    const { history } = await anna.json<{ history: LinkHistoryEntry[] }>("GET", `/api/links/${id}/history`);
    const again = history.find(({ what }) => what === "saved_again");
    expect(again?.origin).toMatchObject({ kind: "mail", sender: "anna@captures.example" });
  });

  test("once, when it is sent twice", async () => {
    const mail = { text: url("twice"), messageId: "<twice@captures.example>" };
    await send(mail);
    await newest(anna, { outcome: "saved", saved: [{ url: url("twice") }] });
    const before = await captures(anna, "?size=50");
    expect(await send(mail)).toMatch(/^250/);
    await send({ text: url("behind") });
    await newest(anna, { outcome: "saved", saved: [{ url: url("behind") }] });
    expect((await captures(anna, "?size=50")).slice(1)).toEqual(before);
  });
});

describe("given a user, when a mail of theirs was refused, then the reason is listed", () => {
  test("no link", async () => {
    await expect(send({ subject: "Nothing here", text: "hello" })).rejects.toThrow(/550/);
    const message = "No web link was found in this mail.";
    await newest(anna, {
      outcome: "refused",
      subject: "Nothing here",
      refusal: { reason: "no-url", message },
      saved: [],
    });
  });
});

test("a mail of a sender without an account is not listed for any user", async () => {
  const before = await captures(anna, "?size=50");
  await expect(send({ from: "mallory@captures.example", text: url("spam") })).rejects.toThrow(/550/);
  expect(await captures(anna, "?size=50")).toEqual(before);
  expect(await captures(bob)).toEqual([]);
});

test("they are in the account's export, and none is left when the account is erased", async () => {
  const carol = await signIn(instance, "carol@captures.example");
  await send({ from: "carol@captures.example", subject: "Mine", text: url("carol") });
  const capture = await newest(carol, { outcome: "saved", subject: "Mine" });

  expect(await carol.json("GET", "/api/users/me/export")).toMatchObject({ captures: [capture] });

  expect((await carol.call("DELETE", "/api/users/me")).status).toBe(204);
  const again = await signIn(instance, "carol@captures.example");
  expect(await captures(again)).toEqual([]);
});
