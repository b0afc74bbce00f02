import { randomBytes } from "node:crypto";
import { hash, type Options, parseOptions, verify } from "@node-rs/argon2";
import { ConcurrencyLimit } from "@satchel/chassis";
import { PASSWORD_CHARS, PASSWORD_CHARS_MIN, SatchelError, texts } from "@satchel/contracts";
import { HASHES_AT_ONCE, HASHES_WAITING } from "../limits.ts";

/** Hashes and verifies passwords, a few at a time. All throw {@link SatchelError} `unavailable` when too many wait. */
export interface Passwords {
  /**
   * Hashes a new password.
   * @param before runs when a slot is free: what it uses up, such as a code, is not lost where the queue is full
   * @throws {SatchelError} `invalid` when it is too short or too long, and what `before` throws
   */
  hash(password: string, before?: () => Promise<void>): Promise<string>;
  /** Whether a password has this hash. Without a hash the answer is false, after the same time. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** Whether a hash was made with less effort than today's. */
  isOutdated(passwordHash: string): boolean;
}

/** Argon2id, the library's default, with the effort of OWASP's Password Storage Cheat Sheet; memory in KiB. */
export const EFFORT = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const satisfies Options;

/** @param effort of new hashes */
export function openPasswords(effort: Required<Pick<Options, keyof typeof EFFORT>> = EFFORT): Passwords {
  const hashing = new ConcurrencyLimit({
    concurrency: HASHES_AT_ONCE,
    waiting: HASHES_WAITING,
    full: () => new SatchelError("unavailable", texts.server.unavailable, { retryAfter: 1 }),
  });
  const whenFree = <T>(work: () => Promise<T>): Promise<T> => hashing.run("all", work);
  // The hash that is compared where there is none.
  const dummy = whenFree(() => hash(randomBytes(32), effort));
  return {
    hash: async (password, before = async () => undefined) => {
      const normalised = normaliseNew(password);
      return whenFree(async () => {
        await before();
        return hash(normalised, effort);
      });
    },
    verify: async (passwordHash, password) => {
      const compared = passwordHash ?? (await dummy);
      const matches = await whenFree(() => verify(compared, normalise(password)));
      return matches && passwordHash !== undefined;
    },
    isOutdated: (passwordHash) => {
      const { memoryCost, timeCost, parallelism } = parseOptions(passwordHash);
      return memoryCost < effort.memoryCost || timeCost < effort.timeCost || parallelism < effort.parallelism;
    },
  };
}

/**
 * One form for characters that look the same, whatever keyboard they were typed on (NIST SP 800-63B section 5.1.1.2).
 */
const normalise = (password: string): string => password.normalize("NFKC");

/** The normalised password. Its length is checked in code points after the normalisation, which may make it longer. */
function normaliseNew(password: string): string {
  const normalised = normalise(password);
  const characters = Array.from(normalised).length;
  if (characters < PASSWORD_CHARS_MIN) throw invalidPassword(texts.password.tooShort);
  if (characters > PASSWORD_CHARS) throw invalidPassword(texts.password.tooLong);
  return normalised;
}

const invalidPassword = (message: string): SatchelError =>
  new SatchelError("invalid", message, { errors: [{ path: "/new_password", message }] });
