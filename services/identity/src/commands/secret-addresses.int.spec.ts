import { randomUUID } from "node:crypto";
import { openSecretAddressReader, type SecretAddressReader } from "@satchel/chassis";
import {
  ChangeMailSettings,
  ChangeSecretAddress,
  EndSecretAddress,
  EraseUser,
  laterTexts,
  ListSecretAddresses,
  MakeSecretAddress,
  MUTED_SENDERS,
  MuteSender,
  ReadMailSettings,
  SECRET_ADDRESSES_PER_HOUR,
  SECRET_LOCAL,
  type SessionTokens,
  SetPassword,
  type StoredSecretAddress,
} from "@satchel/contracts";
import { beforeAll, expect, test } from "vitest";
import { ownerOf, PASSWORD } from "../../test/passwords.ts";
import { claimsOf, type RunningIdentity, runIdentity } from "../../test/running-identity.ts";
import { openSecretAddresses } from "../store/secret-addresses.ts";

let identity: RunningIdentity;
let reader: SecretAddressReader;
beforeAll(async () => {
  identity = await runIdentity();
  reader = await openSecretAddressReader(identity.bus);
});

let people = 0;
const someone = (): Promise<SessionTokens> => identity.signIn(`letters${++people}@post.example`);
const make = async (owner: SessionTokens, name = "Letters"): Promise<StoredSecretAddress> => {
  const asked = { userId: owner.userId, sessionId: claimsOf(owner).sid, name, folderId: null, tags: [] };
  return (await identity.send(MakeSecretAddress, asked)).address;
};
const listed = ({ userId }: SessionTokens) => identity.send(ListSecretAddresses, { userId });

test.each([
  ["Café & Co", /^cafe-co\.[a-z2-7]{12}$/],
  [" Straße\n9 ", /^strasse-9\.[a-z2-7]{12}$/],
  ["日本", /^[a-z2-7]{12}$/],
  ["x".repeat(60), /^x{20}\.[a-z2-7]{12}$/],
  ["-".repeat(30) + "a", /^a\.[a-z2-7]{12}$/],
  ["save+1@example.org", /^save-1-example-org\.[a-z2-7]{12}$/],
])(
  "given the name %j, then the address is of that form, found in any case, and never twice the same",
  async (name, form) => {
    const owner = await someone();
    const [one, other] = [await make(owner, name), await make(owner, name)];
    expect(one.local).toMatch(form);
    expect(one.local).toMatch(SECRET_LOCAL);
    expect(one.local).not.toBe(other.local);
    expect(await reader.find(one.local.toUpperCase())).toMatchObject({ userId: owner.userId, address: one });
  },
);

test.each(["", " \n", "\u200b\u202e"])("given the name %j, then none is made", async (name) => {
  const owner = await someone();
  await expect(make(owner, name)).rejects.toMatchObject({ code: "rejected", message: laterTexts.letters.name });
});

test("given an address, when its owner changes it, then the local part stays; when they set a password, it stays too", async () => {
  const owner = await someone();
  const { userId } = owner;
  const made = await make(owner);
  const change = { userId, addressId: made.id, newName: "Other", folderId: 7, tags: ["a"] };
  const { address } = await identity.send(ChangeSecretAddress, change);
  expect(address).toEqual({ ...made, name: "Other", folderId: 7, tags: ["a"] });
  await identity.send(SetPassword, { ...ownerOf(owner), newPassword: PASSWORD });
  expect(await reader.find(made.local)).toMatchObject({ address });
});

test("given addresses of two accounts, then neither can change or revoke the other's; a revoked one takes no mail", async () => {
  const [owner, other] = [await someone(), await someone()];
  const [mine, theirs] = [await make(owner), await make(other)];
  const { userId } = owner;
  expect(await identity.send(EndSecretAddress, { userId, addressId: theirs.id })).toEqual({ ended: false });
  await expect(
    identity.send(ChangeSecretAddress, { userId, addressId: theirs.id, newName: "Mine" }),
  ).rejects.toMatchObject({ code: "not-found" });
  expect(await identity.send(EndSecretAddress, { userId, addressId: mine.id })).toEqual({ ended: true });
  expect(await identity.send(EndSecretAddress, { userId, addressId: mine.id })).toEqual({ ended: false });
  expect(await reader.find(mine.local)).toBeUndefined();
  expect(await reader.find(theirs.local)).toMatchObject({ userId: other.userId });
});

test("given an account that is erased, then its addresses take no mail, and nothing of them is stored", async () => {
  const owner = await someone();
  const made = await make(owner);
  await identity.send(MuteSender, { userId: owner.userId, sender: "n@x.example", isMuted: true });
  await identity.send(EraseUser, { userId: owner.userId });
  expect(await reader.find(made.local)).toBeUndefined();
  expect(await listed(owner)).toEqual({ addresses: [], muted: [] });
  await expect(make(owner)).rejects.toMatchObject({ code: "unauthenticated" });
  expect((await listed(owner)).addresses).toEqual([]);
});

test(`given ${SECRET_ADDRESSES_PER_HOUR} new addresses in an hour, then the next one is refused; a repeated command makes one`, async () => {
  const owner = await someone();
  const asked = { userId: owner.userId, sessionId: claimsOf(owner).sid, name: "N", folderId: null, tags: [] };
  const id = randomUUID();
  const first = await identity.send(MakeSecretAddress, asked, id);
  expect(await identity.send(MakeSecretAddress, asked, id)).toEqual(first);
  for (let n = 2; n < SECRET_ADDRESSES_PER_HOUR; n++) await make(owner);
  await expect(make(owner)).rejects.toMatchObject({ code: "limited" });
  expect((await listed(owner)).addresses).toHaveLength(SECRET_ADDRESSES_PER_HOUR - 1);
});

test("given senders that are muted, then case does not matter, each is there once, and there is a maximum", async () => {
  const owner = await someone();
  const { userId } = owner;
  const store = await openSecretAddresses(identity.bus);
  const mute = (sender: string, isMuted = true) => identity.send(MuteSender, { userId, sender, isMuted });
  await mute("N@x.example");
  await mute("n@X.example");
  expect((await listed(owner)).muted).toEqual(["n@x.example"]);
  const more = Array.from({ length: MUTED_SENDERS - 2 }, (_, n) => `${n}@x.example`);
  await store.mute(userId, (record) => ({ ...record, muted: [...more, ...record.muted] }));
  await mute("last@x.example");
  await expect(mute("one@more.example")).rejects.toMatchObject({ code: "rejected" });
  await mute("n@x.example", false);
  await mute("one@more.example");
  expect((await listed(owner)).muted).toHaveLength(MUTED_SENDERS);
});

test("given attachments that are kept, then the door for mail knows it, addresses that come and go change nothing, and another account's stay left out", async () => {
  const [owner, other] = [await someone(), await someone()];
  const { userId } = owner;
  expect(await reader.keepsAttachments(userId)).toBe(false);
  expect(await identity.send(ReadMailSettings, { userId })).toEqual({ keepsAttachments: false });

  await identity.send(ChangeMailSettings, { userId, keepsAttachments: true });
  const address = await make(owner);
  await identity.send(EndSecretAddress, { userId, addressId: address.id });
  await identity.send(MuteSender, { userId, sender: "a@x.example", isMuted: true });

  expect(await reader.keepsAttachments(userId)).toBe(true);
  expect(await reader.keepsAttachments(other.userId)).toBe(false);
  expect(await identity.send(ReadMailSettings, { userId })).toEqual({ keepsAttachments: true });
  await identity.send(ChangeMailSettings, { userId, keepsAttachments: false });
  expect(await reader.keepsAttachments(userId)).toBe(false);
});

test.each(["a@b", "*", "abc.>", "", "x".repeat(500), `n.${"a".repeat(12)}`])(
  "given the local part %s, which is nobody's, then nothing is found",
  async (local) => {
    expect(await reader.find(local)).toBeUndefined();
  },
);
