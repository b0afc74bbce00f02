import type { RateLimit } from "@satchel/chassis";
import { CODE_SECONDS, WRONG_PASSWORDS_PER_ADDRESS } from "@satchel/contracts";
import { WRONG_TRIES } from "../store/mailed-codes.ts";
import type { Parts } from "./parts.ts";

const WRONG_PASSWORDS: RateLimit = {
  name: "wrong-passwords",
  count: WRONG_PASSWORDS_PER_ADDRESS,
  seconds: CODE_SECONDS,
};

interface PasswordTry {
  /** The hash to compare with; undefined where there is none: the comparison takes as long. */
  readonly passwordHash: string | undefined;
  readonly password: string;
  readonly client: string;
  /** The key of the address or account for which wrong attempts are counted. */
  readonly limitKey: string;
}

/**
 * Whether a password is right; wrong ones are counted.
 * @throws {SatchelError} `limited` after too many, `unavailable` when too many passwords wait to be compared
 */
export async function verifyPassword(
  { limits, limitKeys, passwords }: Pick<Parts, "limits" | "limitKeys" | "passwords">,
  { passwordHash, password, client, limitKey }: PasswordTry,
): Promise<boolean> {
  // Counted before it is checked, so that parallel attempts can't pass the limits together.
  const ofClient = await limits.take(WRONG_TRIES, limitKeys.ofClient(client));
  const ofAccount = await limits.take(WRONG_PASSWORDS, limitKey);
  let isWrong = false;
  try {
    isWrong = !(await passwords.verify(passwordHash, password));
    return !isWrong;
  } finally {
    if (!isWrong) await Promise.all([ofClient.giveBack(), ofAccount.giveBack()]);
  }
}
