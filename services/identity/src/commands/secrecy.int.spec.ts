import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  ChangePassword,
  EndSession,
  REFRESH_GRACE_MS,
  RefreshSession,
  RemovePassword,
  RequestPasswordReset,
  ResetPassword,
  SetPassword,
  VerifyCode,
} from "@satchel/contracts";
import { eventually } from "@satchel/testing";
import { beforeAll, expect, test } from "vitest";
import { byPassword, ownerOf } from "../../test/passwords.ts";
import {
  asking,
  claimsOf,
  clientOf,
  codesIn,
  guess,
  otherThan,
  type RunningIdentity,
  runIdentity,
} from "../../test/running-identity.ts";

let identity: RunningIdentity;
beforeAll(async () => {
  identity = await runIdentity();
});

const EMAIL = "anna@post.example";
const client = clientOf(EMAIL);

test("given all that can be done with codes, passwords and sessions, right and wrong, then neither what the bus stores nor the log holds any of them", async () => {
  const [first, second, third] = ["first-secret-1f0c", "second-secret-9a3e", "third-secret-77d2"];
  const [wrong, short] = ["wrong-secret-5b61", "sh0rt"];
  const refused = async (work: Promise<unknown>): Promise<void> => {
    await expect(work).rejects.toMatchObject({ name: "SatchelError" });
  };

  const code = await identity.codeFor(EMAIL);
  await refused(identity.send(VerifyCode, guess(EMAIL, otherThan(code))));
  const own = await identity.send(VerifyCode, guess(EMAIL, code));
  const renewed = await identity.send(RefreshSession, { refreshToken: own.refreshToken });
  await refused(identity.send(SetPassword, { ...ownerOf(own), newPassword: short }));
  await identity.send(SetPassword, { ...ownerOf(own), newPassword: first });
  await refused(identity.send(SetPassword, { ...ownerOf(own), newPassword: second }));
  await refused(byPassword(identity, EMAIL, wrong));
  await refused(byPassword(identity, "nobody@post.example", wrong));
  const other = await byPassword(identity, EMAIL, first);
  const change = { ...ownerOf(own), oldPassword: first, newPassword: second, client };
  await refused(identity.send(ChangePassword, { ...change, oldPassword: wrong }));
  await identity.send(ChangePassword, change);
  // What is no command at all is refused by the contract; and one whose handler fails is logged as a fault of ours.
  await identity.sendAgain(ChangePassword, { ...change, client: second.repeat(9) }, randomUUID());
  await identity.sendAgain(ChangePassword, change, "no-id");
  await refused(identity.send(RemovePassword, { ...ownerOf(own), oldPassword: wrong, client }));
  await identity.send(RemovePassword, { ...ownerOf(own), oldPassword: second, client });
  const mailed = codesIn(await identity.mailsTo(EMAIL)).length;
  await identity.send(RequestPasswordReset, asking(EMAIL));
  await eventually(async () => codesIn(await identity.mailsTo(EMAIL)).length > mailed);
  const reset = codesIn(await identity.mailsTo(EMAIL)).at(-1) ?? "";
  await refused(identity.send(ResetPassword, { ...asking(EMAIL), code: otherThan(reset), newPassword: third }));
  await identity.send(ResetPassword, { ...asking(EMAIL), code: reset, newPassword: third });
  identity.passTime(REFRESH_GRACE_MS);
  await refused(identity.send(RefreshSession, { refreshToken: own.refreshToken }));
  const last = await byPassword(identity, EMAIL, third);
  const reused = await identity.send(RefreshSession, { refreshToken: last.refreshToken });
  identity.passTime(REFRESH_GRACE_MS);
  await refused(identity.send(RefreshSession, { refreshToken: last.refreshToken }));
  await identity.send(EndSession, { userId: own.userId, sessionId: claimsOf(last).sid });
  // The servers fail during a command: the log about it must not contain the command's secrets.
  await identity.journal.jsm.streams.delete("KV_credentials");
  await refused(byPassword(identity, EMAIL, third));

  // The bus may still be removing the files of the deleted stream.
  const stored = await eventually(() => contents(identity.nats.storeDir));
  const log = identity.log.join("\n");
  const tokens = [own, renewed, other, last, reused].flatMap(({ accessToken, refreshToken }) => [
    accessToken,
    accessToken.split(".")[2] ?? "",
    refreshToken.split(".")[2] ?? "",
  ]);
  expect(tokens.filter((token) => token.length < 40)).toEqual([]);
  const secrets = [first, second, third, wrong, ...tokens];
  expect(secrets.filter((secret) => stored.includes(secret))).toEqual([]);
  expect([...secrets, short].filter((secret) => log.includes(secret))).toEqual([]);
  for (const digits of [code, reset]) {
    const alone = new RegExp(`(?<!\\d)${digits}(?!\\d)`);
    expect(alone.test(stored)).toBe(false);
    expect(alone.test(log)).toBe(false);
  }
  // Not even the hashes are logged, nor whose they are.
  expect(log).not.toMatch(/argon2/);
  expect(log).not.toContain(EMAIL);
  // The ids are stored and logged, and the failure was: what was searched is where secrets would be.
  expect(stored).toContain(claimsOf(own).sid);
  expect(log).toContain(claimsOf(last).sid);
  expect(log).toContain('"command":"sign-in-with-password"');
});

/** All files below a folder, as Latin-1, so that every octet is a character. */
async function contents(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const all = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "latin1")));
  return all.join("\n");
}
