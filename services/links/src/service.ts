import {
  commandClient,
  handler,
  type Logger,
  openFoundation,
  queriesOver,
  type RunningService,
  serveCommands,
  workQueue,
} from "@satchel/chassis";
import { ChangeLink, contextSubjects, DeleteLink, SaveLink, VisitLink } from "@satchel/contracts";
import { linkCommands } from "./commands/links.ts";
import type { LinksConfig } from "./config.ts";
import { saveMailedLinks } from "./policies/save-mailed-links.ts";
import { linksProjection } from "./projection/projection.ts";
import type { LinksTables } from "./projection/tables.ts";

/** Mails whose links are saved at the same time. */
const MAILS_AT_ONCE = 8;
/** An accepted mail is tried for ever: what we said yes to must not get lost. */
const MAIL_BACKOFF_MS = [500, 2000, 10_000, 30_000];
/** A killed worker's mail is with another after this long. */
const MAIL_SILENT_MS = 3000;

/** Starts the links service: its tables, its commands, and what it does about mail. */
export async function startLinks(config: LinksConfig, logger: Logger): Promise<RunningService> {
  const name = "links";
  const base = await openFoundation(config, linksProjection, logger);
  const { bus, journal, progress, pool } = base;
  const commands = linkCommands({ journal, progress, db: queriesOver<LinksTables>(pool) });
  const server = await serveCommands(
    bus,
    name,
    [
      handler(SaveLink, commands.save),
      handler(ChangeLink, commands.change),
      handler(DeleteLink, commands.delete),
      handler(VisitLink, commands.visit),
    ],
    logger,
  );
  const mail = await workQueue({
    journal,
    logger,
    name: "links-mail",
    subjects: contextSubjects("mail"),
    concurrency: MAILS_AT_ONCE,
    silentMs: MAIL_SILENT_MS,
    backoffMs: MAIL_BACKOFF_MS,
    handle: saveMailedLinks({ commands, client: commandClient(bus, logger), progress, logger }),
  });
  return {
    name,
    checks: () => ({ ...base.checks(), "links mail": mail.check() }),
    stop: async () => {
      await Promise.all([server.stop(), mail.stop()]);
      await base.close();
    },
  };
}
