import { randomUUID } from "node:crypto";
import {
  ChangePassword,
  CODE_SECONDS,
  CODE_TRIES,
  CODES_PER_ADDRESS,
  RATE_LIMITS,
  CODES_PER_CLIENT,
  CODES_PER_MINUTE,
  RemovePassword,
  RequestPasswordReset,
  ResendCode,
  StartSignIn,
  texts,
  VerifyCode,
  WRONG_CODES_PER_ADDRESS,
  WRONG_PASSWORDS_PER_ADDRESS,
  WRONG_TRIES_PER_CLIENT,
} from "@satchel/contracts";
import { inProof } from "@satchel/testing/in-proof";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { byPassword, ownerOf, PASSWORD, signedUp } from "../../test/passwords.ts";
import { asking, guess, otherThan, type RunningIdentity, runIdentity } from "../../test/running-identity.ts";

let identity: RunningIdentity;
// Two replicas: a limit that a process kept for itself would let twice as much through.
beforeAll(async () => {
  identity = await runIdentity();
  await identity.replica();
});
beforeEach(() => identity.passTime(24 * 3600 * 1000));

let people = 0;
const someone = (): string => `person${++people}@post.example`;
const aClient = (): string => randomUUID();

const codes = (results: PromiseSettledResult<unknown>[]): Record<string, number> => {
  const tally: Record<string, number> = {};
  for (const result of results) {
    const code = result.status === "fulfilled" ? "ok" : (result.reason as { code: string }).code;
    tally[code] = (tally[code] ?? 0) + 1;
  }
  return tally;
};
/** @returns the seconds to wait, of a refusal that was expected */
const waitOf = async (refused: Promise<unknown>): Promise<number> => {
  const refusal = await refused.catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: "limited", message: texts.server.tooMany });
  return (refusal as { data: { retryAfter: number } }).data.retryAfter;
};

describe("codes", () => {
  test("given one client, when it requests codes for many addresses, then it is limited, and not any more after a while", async () => {
    const client = aClient();
    const ask = (email: string) => identity.send(StartSignIn, { ...asking(email), client });
    const all: PromiseSettledResult<unknown>[] = [];
    // Not all at once: a command that a busy machine does not answer in time is sent again, and counts twice.
    while (all.length < CODES_PER_CLIENT + 10) {
      all.push(...(await Promise.allSettled(Array.from({ length: 10 }, () => ask(someone())))));
    }
    expect(codes(all)).toEqual({ ok: CODES_PER_CLIENT, limited: 10 });

    const seconds = await waitOf(ask(someone()));
    expect(seconds).toBeGreaterThan(CODE_SECONDS - 30);
    expect(seconds).toBeLessThanOrEqual(CODE_SECONDS);
    expect(await identity.send(StartSignIn, asking(someone()))).toEqual({ status: "verification_sent" });
    identity.passTime(seconds * 1000);
    expect(await ask(someone())).toEqual({ status: "verification_sent" });
  });

  test("given one client, when it requests codes by different calls, then these count together", async () => {
    const client = aClient();
    for (let i = 0; i < CODES_PER_CLIENT; i += 2) {
      await identity.send(ResendCode, { ...asking(someone()), client });
      await identity.send(RequestPasswordReset, { ...asking(someone()), client });
    }
    await waitOf(identity.send(ResendCode, { ...asking(someone()), client }));
    await waitOf(identity.send(RequestPasswordReset, { ...asking(someone()), client }));
  });

  inProof(
    "given many clients, when they request codes within a minute, then the total is limited, and not any more a minute later",
    async () => {
      const tooMany = 20;
      const ask = () => identity.send(RequestPasswordReset, asking(someone()));
      const results: PromiseSettledResult<unknown>[] = [];
      while (results.length < CODES_PER_MINUTE + tooMany) {
        const left = CODES_PER_MINUTE + tooMany - results.length;
        results.push(...(await Promise.allSettled(Array.from({ length: Math.min(40, left) }, ask))));
      }
      expect(codes(results)).toEqual({ ok: CODES_PER_MINUTE, limited: tooMany });

      expect(await waitOf(ask())).toBeLessThanOrEqual(60);
      identity.passTime(60_000);
      expect(await ask()).toEqual({});
    },
  );
});

describe("wrong codes", () => {
  inProof(
    "given guesses from many clients, when those of a day are used up, then no code is accepted until the next day",
    async () => {
      const email = someone();
      let wrong = 0;
      const give = (given: string) => identity.send(VerifyCode, { ...guess(email, given), client: aClient() });
      while (wrong < WRONG_CODES_PER_ADDRESS) {
        for (let i = 0; i < CODES_PER_ADDRESS && wrong < WRONG_CODES_PER_ADDRESS; i++) {
          const code = await identity.codeFor(email);
          for (let j = 1; j <= CODE_TRIES; j++, wrong++) {
            await expect(give(otherThan(code, j))).rejects.toMatchObject({ code: "rejected" });
          }
        }
        identity.passTime(CODE_SECONDS * 1000);
      }
      const seconds = await waitOf(give(await identity.codeFor(email)));
      expect(seconds).toBeGreaterThan(22 * 3600);

      identity.passTime(24 * 3600 * 1000);
      expect(await give(await identity.codeFor(email))).toBeDefined();
    },
  );

  test("given no code, when a stranger guesses up to the limit of a day, then the owner can still sign in by code", async () => {
    const email = someone();
    // A few at a time: one that nobody waits for any longer would still be counted, against the owner's code.
    for (let n = 0; n < WRONG_CODES_PER_ADDRESS; n += 10) {
      await Promise.allSettled(
        Array.from({ length: Math.min(10, WRONG_CODES_PER_ADDRESS - n) }, () =>
          identity.send(VerifyCode, { ...guess(email, "000000"), client: aClient() }),
        ),
      );
    }
    expect(await identity.signIn(email)).toBeDefined();
  });

  test("given one client, when it sends wrong codes for many addresses, then it is limited, and other clients are not", async () => {
    const client = aClient();
    const [email, code] = ["owner@post.example", await identity.codeFor("owner@post.example")];
    const all = await Promise.allSettled(
      Array.from({ length: WRONG_TRIES_PER_CLIENT + 10 }, () =>
        identity.send(VerifyCode, { ...guess(someone(), "000000"), client }),
      ),
    );
    expect(codes(all)).toEqual({ rejected: WRONG_TRIES_PER_CLIENT, limited: 10 });

    await waitOf(identity.send(VerifyCode, { ...guess(email, code), client }));
    await expect(identity.send(VerifyCode, guess(email, otherThan(code)))).rejects.toMatchObject({ code: "rejected" });
    expect(await identity.send(VerifyCode, guess(email, code))).toBeDefined();
  });
});

describe("wrong passwords", () => {
  test("given one address, when many clients guess passwords at once, then the limit of the address holds, and a code still opens it", async () => {
    const email = someone();
    const { userId } = await signedUp(identity, email, PASSWORD);
    const all = await Promise.allSettled(
      Array.from({ length: WRONG_PASSWORDS_PER_ADDRESS + 20 }, (_, i) =>
        byPassword(identity, email, `wrong one ${i}`, aClient()),
      ),
    );
    expect(codes(all)).toEqual({ unauthenticated: WRONG_PASSWORDS_PER_ADDRESS, limited: 20 });

    const seconds = await waitOf(byPassword(identity, email, PASSWORD));
    expect(await identity.signIn(email)).toMatchObject({ userId });
    identity.passTime(seconds * 1000);
    expect(await byPassword(identity, email, PASSWORD)).toMatchObject({ userId });
  });

  test("given an address without an account, when passwords are guessed, then the limit is the same", async () => {
    const email = someone();
    const all = await Promise.allSettled(
      Array.from({ length: WRONG_PASSWORDS_PER_ADDRESS + 5 }, () =>
        byPassword(identity, email, "wrong one", aClient()),
      ),
    );
    expect(codes(all)).toEqual({ unauthenticated: WRONG_PASSWORDS_PER_ADDRESS, limited: 5 });
  });

  test("given one wrong try less than allowed, when the owner gives the right password again and again, then it counts each time", async () => {
    const email = someone();
    await signedUp(identity, email, PASSWORD);
    for (let i = 1; i < WRONG_PASSWORDS_PER_ADDRESS; i++) {
      await expect(byPassword(identity, email, "wrong one", aClient())).rejects.toMatchObject({
        code: "unauthenticated",
      });
    }
    for (let i = 0; i < 5; i++) expect(await byPassword(identity, email, PASSWORD)).toBeDefined();
  });

  test("given a client at its own limit, when it guesses for another address, then that address loses no attempt", async () => {
    const client = aClient();
    for (let i = 0; i < WRONG_TRIES_PER_CLIENT; i += WRONG_PASSWORDS_PER_ADDRESS) {
      const victim = someone();
      const tries = Array.from({ length: WRONG_PASSWORDS_PER_ADDRESS }, () =>
        byPassword(identity, victim, "wrong one", client),
      );
      expect(codes(await Promise.allSettled(tries))).toEqual({ unauthenticated: WRONG_PASSWORDS_PER_ADDRESS });
    }
    const email = someone();
    await signedUp(identity, email, PASSWORD);
    for (let i = 0; i < 2 * WRONG_PASSWORDS_PER_ADDRESS; i++) {
      await waitOf(byPassword(identity, email, "wrong one", client));
    }
    expect(await byPassword(identity, email, PASSWORD)).toBeDefined();
  });

  test("given a stolen session, when old passwords are guessed in it, then it is limited, and the owner can still sign in", async () => {
    const email = someone();
    const own = await signedUp(identity, email, PASSWORD);
    const change = { ...ownerOf(own), oldPassword: "wrong one", newPassword: "another one" };
    const tries = Array.from({ length: WRONG_PASSWORDS_PER_ADDRESS }, () =>
      identity.send(ChangePassword, { ...change, client: aClient() }),
    );
    expect(codes(await Promise.allSettled(tries))).toEqual({ rejected: WRONG_PASSWORDS_PER_ADDRESS });

    await waitOf(identity.send(ChangePassword, { ...change, oldPassword: PASSWORD, client: aClient() }));
    await waitOf(identity.send(RemovePassword, { ...ownerOf(own), oldPassword: PASSWORD, client: aClient() }));
    expect(await byPassword(identity, email, PASSWORD)).toBeDefined();
  });
});

test("the keys of limits reveal neither addresses nor clients", async () => {
  const [email, client] = [someone(), "a-client-by-name"];
  await identity.send(StartSignIn, { ...asking(email), client });
  await expect(byPassword(identity, email, "wrong one", client)).rejects.toMatchObject({ code: "unauthenticated" });

  const { state } = await identity.journal.jsm.streams.info(`KV_${RATE_LIMITS}`, {
    subjects_filter: `$KV.${RATE_LIMITS}.>`,
  });
  const keys = Object.keys(state.subjects ?? {});
  expect(keys.length).toBeGreaterThan(2);
  expect(keys.filter((key) => !/^\$KV\.rate-limits\.(?:[a-z-]+\.[0-9a-f]{64}|codes-of-all\.all)$/.test(key))).toEqual(
    [],
  );
});
