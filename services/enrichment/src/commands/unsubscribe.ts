import { type CommandHandler, ConcurrencyLimit, handler, type Journal, type Logger } from "@satchel/chassis";
import {
  aggregateSubject,
  type EventOf,
  laterTexts,
  type LetterReceived,
  SatchelError,
  texts,
  Unsubscribe,
} from "@satchel/contracts";
import type { Poster } from "../fetching/poster.ts";
import { UNSUBSCRIBES_WAITING } from "../limits.ts";

interface UnsubscribeDeps {
  readonly journal: Journal;
  readonly poster: Poster;
  readonly logger: Logger;
}

/**
 * Ends a subscription when its reader asks (RFC 8058 section 4): one POST to the address in a mail of theirs, through the
 * guard of the fetcher, without cookies and redirects. Nothing of the account is sent.
 */
export function unsubscribeCommands({ journal, poster, logger }: UnsubscribeDeps): CommandHandler[] {
  // One at a time for an account: each is a request to an address that a stranger chose.
  const requests = new ConcurrencyLimit({
    concurrency: 1,
    waiting: UNSUBSCRIBES_WAITING,
  });
  return [
    handler(Unsubscribe, ({ userId, mailId }) =>
      requests.run(userId, async () => {
        const event = await journal.last(aggregateSubject(userId, "mail", mailId));
        const letter =
          event?.type === "LetterReceived" ? (event.data as EventOf<typeof LetterReceived>["data"]) : undefined;
        if (letter?.unsubscription?.by !== "request") throw new SatchelError("not-found", texts.server.notFound);
        const answer = await poster.post({
          url: letter.unsubscription.url,
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: "List-Unsubscribe=One-Click",
        });
        const isEnded = answer.ok && answer.status >= 200 && answer.status < 300;
        logger.info({ isEnded, reason: answer.ok ? answer.status : answer.reason }, "a newsletter is to be ended");
        if (!isEnded) throw new SatchelError("rejected", laterTexts.letters.notEnded);
        return { result: {} };
      }),
    ),
  ];
}
