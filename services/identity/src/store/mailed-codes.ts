import {
  type Address,
  addressKey,
  type Bus,
  openRecords,
  type RateLimit,
  type RateLimiter,
  type RecordChange,
} from "@satchel/chassis";
import {
  CODE_SECONDS,
  CODES_PER_ADDRESS,
  CODES_PER_CLIENT,
  CODES_PER_MINUTE,
  WRONG_CODES_PER_ADDRESS,
  WRONG_TRIES_PER_CLIENT,
} from "@satchel/contracts";
import { type CodeIssue, issueCode, type MailedCode, verifyCode } from "../domain/mailed-code.ts";
import { type CodePurpose, codeOf, hashCode, isSameCodeHash } from "../secrets/codes.ts";
import type { LimitKeys } from "../secrets/limit-keys.ts";

/** Wrong codes and passwords together, of one client. */
export const WRONG_TRIES: RateLimit = { name: "wrong-tries", count: WRONG_TRIES_PER_CLIENT, seconds: CODE_SECONDS };

const CODES_OF_CLIENT: RateLimit = { name: "codes-of-client", count: CODES_PER_CLIENT, seconds: CODE_SECONDS };
const codesOfAddress = (purpose: CodePurpose): RateLimit => ({
  name: `codes-of-address-${purpose}`,
  count: CODES_PER_ADDRESS,
  seconds: CODE_SECONDS,
});
const CODES_OF_ALL: RateLimit = { name: "codes-of-all", count: CODES_PER_MINUTE, seconds: 60 };
const WRONG_CODES: RateLimit = { name: "wrong-codes", count: WRONG_CODES_PER_ADDRESS, seconds: 24 * 3600 };

/** Issues and checks mailed codes. A sign-in code is never valid for a new password. */
export interface MailedCodes {
  /**
   * Issues a new code and makes the previous one void. A repeated command gets the same code.
   * @throws {SatchelError} `limited`
   */
  issue(purpose: CodePurpose, request: CodeRequest, commandId: string): Promise<string>;
  /**
   * Checks a code, and uses it up when it is right. A repeated command is accepted again.
   * @throws {SatchelError} `limited`
   */
  verify(purpose: CodePurpose, guess: CodeGuess, commandId: string): Promise<boolean>;
  forget(address: Address): Promise<void>;
}

interface CodeRequest {
  readonly address: Address;
  readonly client: string;
}

interface CodeGuess extends CodeRequest {
  readonly code: string;
}

interface MailedCodesOptions {
  readonly limits: RateLimiter;
  readonly limitKeys: LimitKeys;
  readonly addressKey: string;
  readonly codeKey: string;
  readonly clock: () => number;
}

/** Opens the bucket of codes: by purpose and address key, each stored as long as it may be valid. */
export async function openMailedCodes(bus: Bus, options: MailedCodesOptions): Promise<MailedCodes> {
  const { limits, limitKeys, codeKey, clock } = options;
  const records = await openRecords<MailedCode>(bus, "codes", { seconds: CODE_SECONDS });
  const keyOf = (purpose: CodePurpose | "*", address: Address): string =>
    `${purpose}.${addressKey(options.addressKey, address)}`;

  return {
    issue: async (purpose, { address, client }, commandId) => {
      const ofClient = await limits.take(CODES_OF_CLIENT, limitKeys.ofClient(client));
      const ofAll = await limits.take(CODES_OF_ALL, "all");
      const ofAddress = await limits
        .take(codesOfAddress(purpose), limitKeys.ofAddress(address))
        .catch(async (error: unknown) => {
          await ofAll.giveBack();
          throw error;
        });
      const codeAt = (issuedAt: number): string => codeOf(codeKey, { purpose, address, commandId, issuedAt });
      const issue = await records.change(keyOf(purpose, address), (current): RecordChange<MailedCode, CodeIssue> => {
        const now = clock();
        const outcome = issueCode(current, hashCode(codeKey, purpose, address, codeAt(now)), commandId, now);
        return outcome.kind === "issued" ? { put: outcome.code, outcome } : { outcome };
      });
      if (issue.kind === "repeated") await Promise.all([ofAll, ofAddress, ofClient].map((taken) => taken.giveBack()));
      return codeAt(issue.code.issuedAt);
    },

    verify: async (purpose, { address, code, client }, commandId) => {
      // Counted before it is checked, so that parallel attempts can't pass the limit together.
      const ofClient = await limits.take(WRONG_TRIES, limitKeys.ofClient(client));
      const ofAddress = await limits.take(WRONG_CODES, limitKeys.ofAddress(address));
      const guess = hashCode(codeKey, purpose, address, code);
      const { kind, code: checkedCode } = await records.change(keyOf(purpose, address), (current) => {
        const matches = (codeHash: string): boolean => isSameCodeHash(codeHash, guess);
        const verification = verifyCode(current, matches, commandId, clock());
        return { put: verification.code, outcome: verification };
      });
      if (kind === "accepted") await ofClient.giveBack();
      // For the address only guesses at an existing code count: otherwise strangers could lock its owner out.
      if (kind === "accepted" || checkedCode === undefined) await ofAddress.giveBack();
      return kind === "accepted";
    },

    forget: async (address) => {
      const keys = await records.keys(keyOf("*", address));
      await Promise.all(keys.map((key) => records.remove(key)));
    },
  };
}
