import { createDecipheriv, createECDH, createVerify, hkdfSync, randomBytes, randomUUID } from "node:crypto";
import {
  ChangePush,
  DropPush,
  EndSession,
  type PayloadOf,
  PreparePush,
  type PushSubscription,
  ReadPush,
  type ResultOf,
  type SessionId,
  type UserId,
} from "@satchel/contracts";
import { beforeAll, expect, test } from "vitest";
import { NOTIFIED_BROWSERS } from "../limits.ts";
import { byPassword, PASSWORD, signedUp } from "../../test/passwords.ts";
import { claimsOf, type RunningIdentity, runIdentity } from "../../test/running-identity.ts";

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity();
});

let people = 0;
interface Owner {
  readonly userId: UserId;
  readonly sessionId: SessionId;
}
async function someone(email = `pushed${++people}@post.example`): Promise<Owner> {
  const tokens = await identity.signIn(email);
  return { userId: tokens.userId, sessionId: claimsOf(tokens).sid as SessionId };
}

/** A browser's side of RFC 8291: its keys, and what it reads of a message of one record (RFC 8188). */
function browser(endpoint = `https://push.example/${randomUUID()}`) {
  const keys = createECDH("prime256v1");
  const p256dh = keys.generateKeys("base64url");
  const auth = randomBytes(16);
  const read = (message: Buffer): unknown => {
    const salt = message.subarray(0, 16);
    const sender = message.subarray(21, 21 + message.readUInt8(20));
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.getPublicKey(), sender]);
    const ikm = hkdfSync("sha256", keys.computeSecret(sender), auth, info, 32);
    const key = hkdfSync("sha256", Buffer.from(ikm), salt, "Content-Encoding: aes128gcm\0", 16);
    const nonce = hkdfSync("sha256", Buffer.from(ikm), salt, "Content-Encoding: nonce\0", 12);
    const sealed = message.subarray(21 + sender.length);
    const decipher = createDecipheriv("aes-128-gcm", Buffer.from(key), Buffer.from(nonce));
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString("utf8"));
  };
  const subscription: PushSubscription = { endpoint, p256dh, auth: auth.toString("base64url") };
  return { subscription, read };
}

const notice = {
  notice: { en: { title: "Bread", body: "By mail" }, de: { title: "Brot", body: "Per Mail" } },
  tag: "arrived",
  path: "/links",
};
const prepare = async (userId: UserId): Promise<ResultOf<typeof PreparePush>["requests"]> =>
  (await identity.send(PreparePush, { userId, ...notice })).requests;
const change = (owner: Owner, more: Partial<PayloadOf<typeof ChangePush>>): Promise<unknown> =>
  identity.send(ChangePush, { ...owner, subscription: null, locale: "de", ...more });

test("a notification is encrypted for the browser of a session, in its language, and signed by the installation's key", async () => {
  const owner = await someone();
  const { subscription, read } = browser();
  expect(await prepare(owner.userId)).toEqual([]);
  await change(owner, { subscription });

  const [request, ...more] = await prepare(owner.userId);
  expect(more).toEqual([]);
  expect(request).toMatchObject({ sessionId: owner.sessionId, endpoint: subscription.endpoint });
  expect(read(Buffer.from(request?.body ?? "", "base64"))).toEqual({
    ...notice.notice.de,
    tag: "arrived",
    path: "/links",
  });

  const { publicKey, endpoint } = await identity.send(ReadPush, owner);
  expect(endpoint).toBe(subscription.endpoint);
  const [, token = "", key] = /^vapid t=([^,]+), k=(.+)$/.exec(request?.headers["Authorization"] ?? "") ?? [];
  expect(key).toBe(publicKey);
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(publicKey, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const verify = createVerify("sha256").update(`${head}.${claims}`);
  const signed = { key: jwk, format: "jwk", dsaEncoding: "ieee-p1363" } as const;
  expect(verify.verify(signed, Buffer.from(signature, "base64url"))).toBe(true);
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toMatchObject({ aud: "https://push.example" });
});

test("they end with the session, with the switch, and when the push service knows the browser no more", async () => {
  const email = `pushed${++people}@post.example`;
  const [phone, laptop] = [await someone(email), await someone(email)];
  const [one, two] = [browser(), browser()];
  await change(phone, { subscription: one.subscription });
  await change(laptop, { subscription: two.subscription, locale: "en" });
  expect((await prepare(phone.userId)).map(({ endpoint }) => endpoint).sort()).toEqual(
    [one.subscription.endpoint, two.subscription.endpoint].sort(),
  );

  // An answer about an address of before changes nothing.
  await identity.send(DropPush, { ...laptop, endpoint: "https://push.example/old" });
  expect(await prepare(phone.userId)).toHaveLength(2);
  await identity.send(DropPush, { ...laptop, endpoint: two.subscription.endpoint });
  expect(await prepare(phone.userId)).toMatchObject([{ sessionId: phone.sessionId }]);
  await change(laptop, { subscription: two.subscription });
  await change(laptop, {});
  expect(await prepare(phone.userId)).toHaveLength(1);
  await identity.send(EndSession, phone);
  expect(await prepare(phone.userId)).toEqual([]);
  await expect(change(phone, { subscription: one.subscription })).rejects.toMatchObject({ code: "not-found" });
});

test("a session of another account is none of ours, and keys that are none harm nobody else", async () => {
  const [owner, other] = [await someone(), await someone()];
  const { subscription } = browser();
  await expect(change({ userId: owner.userId, sessionId: other.sessionId }, { subscription })).rejects.toMatchObject({
    code: "not-found",
  });
  // 65 octets that are no point of the curve.
  const p256dh = Buffer.alloc(65, 4).toString("base64url");
  await change(owner, { subscription: { ...subscription, p256dh } });
  expect(await prepare(owner.userId)).toEqual([]);
});

test("of very many browsers the last used are notified", async () => {
  const email = `pushed${++people}@post.example`;
  const { userId } = await signedUp(identity, email, PASSWORD);
  const sessions: SessionId[] = [];
  for (let count = 0; count < NOTIFIED_BROWSERS + 2; count++) {
    identity.passTime(1000);
    const sessionId = claimsOf(await byPassword(identity, email, PASSWORD)).sid as SessionId;
    await change({ userId, sessionId }, { subscription: browser().subscription });
    sessions.push(sessionId);
  }
  const notified = (await prepare(userId)).map(({ sessionId }) => sessionId);
  expect(notified.toSorted()).toEqual(sessions.slice(2).toSorted());
});
