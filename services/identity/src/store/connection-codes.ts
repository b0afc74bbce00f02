import { createHash, randomBytes } from "node:crypto";
import { type Bus, openRecords, type RecordChange } from "@satchel/chassis";
import { CONNECTION_CODE_SECONDS } from "@satchel/contracts";
import { type Agreement, type ConnectionCode, type Trade, tradeCode } from "../domain/connection-code.ts";

/** Issues and checks the codes that connect extensions. Only hashes of codes are stored. */
export interface ConnectionCodes {
  /** Makes a code: 256 random bits in base64url. */
  issue(agreement: Agreement): Promise<string>;
  /** Checks a code and uses it up. */
  trade(code: string, verifier: string, commandId: string): Promise<Trade>;
  /** Whether a code was presented again, with the right verifier, after it was used. */
  isReused(code: string): Promise<boolean>;
}

/** Seconds for which a code is stored: twice its validity, so that a second use is noticed. */
const STORED_SECONDS = 2 * CONNECTION_CODE_SECONDS;

/** Opens the bucket of codes, by SHA-256: 256 bits can't be guessed. */
export async function openConnectionCodes(bus: Bus, clock: () => number): Promise<ConnectionCodes> {
  const records = await openRecords<ConnectionCode>(bus, "connection-codes", { seconds: STORED_SECONDS });
  return {
    issue: async (agreement) => {
      const code = randomBytes(32).toString("base64url");
      await records.put(keyOf(code), { ...agreement, issuedAt: clock() });
      return code;
    },
    trade: (code, verifier, commandId) =>
      records.change(keyOf(code), (current): RecordChange<ConnectionCode, Trade> => {
        const trade = tradeCode(current, challengeOf(verifier), commandId, clock());
        return { put: trade.code, outcome: trade };
      }),
    isReused: async (code) => (await records.get(keyOf(code)))?.reused === true,
  };
}

const keyOf = (code: string): string => createHash("sha256").update(code).digest("hex");

/** RFC 7636 section 4.2, method S256; the verifier is ASCII. */
const challengeOf = (verifier: string): string => createHash("sha256").update(verifier).digest("base64url");
