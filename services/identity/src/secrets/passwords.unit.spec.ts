import { parseOptions } from "@node-rs/argon2";
import { PASSWORD_CHARS, SatchelError, texts } from "@satchel/contracts";
import { describe, expect, test } from "vitest";
import { HASHES_AT_ONCE, HASHES_WAITING } from "../limits.ts";
import { EFFORT, openPasswords } from "./passwords.ts";

/** As little effort as there can be: what is tested here is not how long it takes. */
const LITTLE = { memoryCost: 8, timeCost: 1, parallelism: 1 };
const passwords = openPasswords(LITTLE);

describe("a password", () => {
  test("is kept as argon2id with 19 MiB, two passes, one lane and a salt of its own", async () => {
    const today = openPasswords();
    const [one, other] = await Promise.all([today.hash("correct horse"), today.hash("correct horse")]);

    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(parseOptions(one)).toMatchObject({ ...EFFORT, saltLen: 16, outputLen: 32 });
    expect(other).not.toBe(one);
    expect(await today.verify(one, "correct horse")).toBe(true);
    expect(await today.verify(one, "correct horsf")).toBe(false);
  });

  test("is accepted in every Unicode normalisation form", async () => {
    const typed = await passwords.hash("Gr\u00fc\u00dfe \u212b");
    expect(await passwords.verify(typed, "Gru\u0308\u00dfe A\u030a")).toBe(true);
    expect(await passwords.verify(typed, "Gr\u00fc\u00dfe A")).toBe(false);
  });

  test("is refused where there is no hash", async () => {
    expect(await passwords.verify(undefined, "correct horse")).toBe(false);
  });

  test.each([
    ["no character", "", texts.password.tooShort],
    ["five characters", "12345", texts.password.tooShort],
    ["five characters, seven code units", "🔑🔑abc", texts.password.tooShort],
    ["five characters, ten before they are composed", "u\u0308".repeat(5), texts.password.tooShort],
    ["a character too many", "x".repeat(PASSWORD_CHARS + 1), texts.password.tooLong],
    ["characters that stand for eighteen each", "\ufdfa".repeat(PASSWORD_CHARS / 10), texts.password.tooLong],
  ])("of %s is not taken", async (_, password, message) => {
    const refusal = await passwords.hash(password).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(SatchelError);
    expect(refusal).toMatchObject({ code: "invalid", message, data: { errors: [{ path: "/new_password" }] } });
  });

  test.each([
    ["six characters", "123456"],
    ["six characters, twelve code units", "🔑".repeat(6)],
    ["as many characters as there may be", "x".repeat(PASSWORD_CHARS)],
    ["as many characters as there may be, twice the code units", "🔑".repeat(PASSWORD_CHARS)],
  ])("of %s is taken", async (_, password) => {
    expect(await passwords.verify(await passwords.hash(password), password)).toBe(true);
  });
});

test("a hash made with less effort than today is outdated, one made with as much is not", async () => {
  const hash = await passwords.hash("correct horse");
  expect(passwords.isOutdated(hash)).toBe(false);
  for (const more of [{ memoryCost: 16 }, { timeCost: 2 }]) {
    expect(openPasswords({ ...LITTLE, ...more }).isOutdated(hash)).toBe(true);
  }
});

describe("many at the same time", () => {
  test("given more than may wait, when they come at once, then the excess is refused before a code is used up", async () => {
    let used = 0;
    const hashing = Array.from({ length: HASHES_AT_ONCE + HASHES_WAITING + 3 }, () =>
      passwords.hash("correct horse", async () => {
        used++;
      }),
    );
    const all = await Promise.allSettled(hashing);
    const refusals = all.filter((result) => result.status === "rejected");

    expect(refusals).toHaveLength(3);
    expect(refusals.map(({ reason }) => reason)).toEqual(
      Array(3).fill(expect.objectContaining({ code: "unavailable" })),
    );
    expect(used).toBe(HASHES_AT_ONCE + HASHES_WAITING);
    expect(await passwords.hash("correct horse")).toMatch(/^\$argon2id\$/);
  });

  test("only a few are hashed at the same time", async () => {
    let [atWork, most] = [0, 0];
    const work = async (): Promise<void> => {
      most = Math.max(most, ++atWork);
      await new Promise(setImmediate);
      atWork--;
    };
    await Promise.all(Array.from({ length: 20 }, () => passwords.hash("correct horse", work)));
    expect(most).toBe(HASHES_AT_ONCE);
  });

  test("given one whose check fails, when others wait, then these continue", async () => {
    const refused = new Error("wrong code");
    const failing = Array.from({ length: 5 }, () =>
      passwords.hash("correct horse", () => Promise.reject(refused)).catch((error: unknown) => error),
    );
    const hash = passwords.hash("correct horse");
    expect(await Promise.all(failing)).toEqual(Array(5).fill(refused));
    expect(await hash).toMatch(/^\$argon2id\$/);
  });
});
