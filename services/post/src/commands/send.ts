import type { CommandClient, HandlerResult, Logger } from "@satchel/chassis";
import { isSatchelError, type PayloadOf, SendMail } from "@satchel/contracts";

/** Errors after which a mail is not sent any more: its limit, or an address that is not the account's any more. */
const FINAL = new Set(["limited", "not-found"]);

/** Has a mail sent, as a step of a queue: while the relay can't be reached it is tried again. @param id of the command */
export async function sendTo(
  { client, logger }: { readonly client: CommandClient; readonly logger: Logger },
  mail: PayloadOf<typeof SendMail>,
  id: string,
): Promise<HandlerResult> {
  try {
    const { result } = await client.send(SendMail, mail, id);
    if (result.outcome === "refused") logger.warn({ kind: mail.kind }, "the relay refused a mail");
    return "done";
  } catch (error) {
    if (!isSatchelError(error)) throw error;
    if (FINAL.has(error.code)) {
      logger.info({ code: error.code, kind: mail.kind }, "a mail is not sent");
      return "done";
    }
    if (error.code === "unavailable") return { retryIn: (error.data.retryAfter ?? 5) * 1000 };
    throw error;
  }
}
