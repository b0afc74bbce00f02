import {
  busAt,
  commandClient,
  connectBus,
  type Logger,
  openCopies,
  openJournal,
  openPool,
  type RunningService,
  serveCommands,
  stopInOrder,
  workQueue,
} from "@satchel/chassis";
import { contextSubjects } from "@satchel/contracts";
import { undoMail } from "./commands/undo-mail.ts";
import type { PostConfig } from "./config.ts";
import { ANSWER_ATTEMPTS, ANSWER_BACKOFF_MS, ANSWER_SILENT_MS, ANSWERS_AT_ONCE } from "./limits.ts";
import { answerMails } from "./policies/answer-mails.ts";
import { sendDigests } from "./policies/send-digests.ts";
import { openTables } from "./queries/tables.ts";

/**
 * Starts the post service: mails to people. It carries out the commands of mails, and answers them.
 * @param now milliseconds since 1970, for the age of mails and of reply tokens
 */
export async function startPost(config: PostConfig, logger: Logger): Promise<RunningService> {
  const name = "post";
  const opened: (() => Promise<unknown>)[] = [];
  const stop = (): Promise<void> => stopInOrder(...opened.splice(0).toReversed());
  try {
    const bus = await connectBus({ ...busAt(config), name, logger });
    opened.push(() => bus.close());
    const journal = await openJournal(bus, { logger, syncUnchecked: config.NATS_SYNC_UNCHECKED });
    const { DATABASE_URL: url, DATABASE_CONNECTIONS: connections, ADDRESS_KEY: key, PUBLIC_URL: publicUrl } = config;
    const pool = openPool({ url, name, logger, connections, readOnly: true });
    opened.push(() => pool.end());
    const client = commandClient(bus, logger);
    const tables = openTables(pool, await openCopies(bus, config));
    const deps = { journal, client, tables, logger, now: Date.now, key, publicUrl };
    const queue = await workQueue({
      journal,
      logger,
      name: "post-answers",
      subjects: contextSubjects("mail"),
      // Mails that came before this service was there are not answered.
      from: "new",
      concurrency: ANSWERS_AT_ONCE,
      silentMs: ANSWER_SILENT_MS,
      backoffMs: ANSWER_BACKOFF_MS,
      attempts: ANSWER_ATTEMPTS,
      handle: answerMails(deps),
    });
    opened.push(() => queue.stop());
    const digests = await workQueue({
      journal,
      logger,
      name: "post-digests",
      subjects: contextSubjects("identity"),
      from: "new",
      concurrency: ANSWERS_AT_ONCE,
      silentMs: ANSWER_SILENT_MS,
      backoffMs: ANSWER_BACKOFF_MS,
      attempts: ANSWER_ATTEMPTS,
      handle: sendDigests(deps),
    });
    opened.push(() => digests.stop());
    const server = await serveCommands(bus, name, [undoMail(deps)], logger);
    opened.push(() => server.stop());
    return {
      checks: () => ({
        "post bus": bus.connected() ? "ok" : "disconnected",
        "post answers": queue.check(),
        "post digests": digests.check(),
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
