import type { Logger } from "@satchel/chassis";
import type { LetterStore } from "../commands/letter-store.ts";
import { type Answer, answers } from "../domain/answers.ts";
import type { Recipients } from "./envelope.ts";

/**
 * Adds a secret address to a mail without recipients.
 * @param before the recipients so far
 * @returns the recipients now, or the refusal: that of a revoked address is that of any other
 */
export async function takeSecretAddress(
  local: string,
  before: Recipients | undefined,
  { letters, logger }: { readonly letters: Pick<LetterStore, "findAddress">; readonly logger: Logger },
): Promise<Recipients | Answer> {
  try {
    const to = await letters.findAddress(local);
    if (to === undefined) return answers.notOurs;
    return before === undefined ? { kind: "letter", to } : answers.separateMail;
  } catch (error) {
    logger.error({ err: error }, "A secret address could not be looked up");
    return answers.unavailable;
  }
}
