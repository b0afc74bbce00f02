import {
  checksOf,
  commandClient,
  handler,
  type Logger,
  openCopyTexts,
  openFoundation,
  openPageJobs,
  openRecords,
  openPictures,
  queriesOver,
  type RunningService,
  serveCommands,
  stopInOrder,
  workQueue,
} from "@satchel/chassis";
import {
  ChangeLink,
  ChangeLinks,
  contextSubjects,
  CountLinks,
  DeleteLink,
  EraseDeletedLinks,
  EraseLink,
  FindLink,
  LINK_CHECKS,
  MergeLinks,
  MoveLink,
  ReadLinkHistory,
  RefreshLink,
  RestoreLink,
  SaveFile,
  SaveLink,
  VisitLink,
} from "@satchel/contracts";
import { countLinksOf } from "./queries/counts.ts";
import { changeLinks } from "./commands/change-links.ts";
import { eraseCommands } from "./commands/erase-deleted.ts";
import { findLink } from "./commands/find-link.ts";
import { linkCommands } from "./commands/links.ts";
import { ruleCommands } from "./commands/rules.ts";
import { mergeLinks } from "./commands/merge-links.ts";
import { moveLink } from "./commands/move-address.ts";
import { readLinkHistory } from "./commands/read-history.ts";
import { refreshLink } from "./commands/refresh.ts";
import { saveFile } from "./commands/save-file.ts";
import { visitLink } from "./commands/visit.ts";
import type { LinksConfig } from "./config.ts";
import { keyedLinkIds } from "./commands/link-id.ts";
import { startImports } from "./imports/start.ts";
import {
  CHECK_EVERY_MS,
  MAIL_BACKOFF_MS,
  MAIL_SILENT_MS,
  MAILS_AT_ONCE,
  PURGE_EVERY_MS,
  REMIND_EVERY_MS,
  RULES_AT_ONCE,
  RULES_ATTEMPTS,
  RULES_BACKOFF_MS,
  RULES_SILENT_MS,
  SWEEP_EVERY_MS,
} from "./limits.ts";
import { remindOfLinks } from "./policies/due-reminders.ts";
import { submitDueChecks } from "./policies/submit-checks.ts";
import { runRules } from "./policies/run-rules.ts";
import { purgeDeletedLinks } from "./policies/purge-deleted-links.ts";
import { saveLetters } from "./policies/save-letters.ts";
import { saveMailedLinks } from "./policies/save-mailed-links.ts";
import { sweepPictures } from "./policies/sweep-pictures.ts";
import { linksProjection } from "./projection/projection.ts";
import type { LinksTables } from "./projection/tables.ts";
import { openRules } from "./store/rules.ts";

/**
 * Starts the links service: its tables, its commands, and its policies for mail, rules, imports and deleted links.
 * @param now milliseconds since 1970, for how long a deletion can be undone
 */
export async function startLinks(
  config: LinksConfig,
  logger: Logger,
  now: () => number = Date.now,
): Promise<RunningService> {
  const name = "links";
  const base = await openFoundation(config, linksProjection, logger);
  const { bus, journal, progress, pool } = base;
  const db = queriesOver<LinksTables>(pool);
  const linkIds = keyedLinkIds(config.ADDRESS_KEY);
  const deps = { journal, progress, db, now, linkIds, linksPerAccount: config.LINKS_PER_ACCOUNT };
  const commands = linkCommands(deps);
  const erase = eraseCommands({ ...deps, commands });
  const client = commandClient(bus, logger);
  const rules = await openRules(bus);
  const imports = await startImports({ ...deps, bus, client, logger });
  const server = await serveCommands(
    bus,
    name,
    [
      handler(SaveLink, commands.save),
      handler(SaveFile, saveFile(commands)),
      handler(ChangeLink, commands.change),
      handler(DeleteLink, commands.delete),
      handler(RestoreLink, commands.restore),
      handler(EraseLink, erase.one),
      handler(EraseDeletedLinks, erase.all),
      handler(VisitLink, visitLink(deps)),
      handler(FindLink, findLink(deps)),
      handler(RefreshLink, refreshLink(deps)),
      handler(MoveLink, moveLink(deps)),
      handler(MergeLinks, mergeLinks(deps)),
      handler(ChangeLinks, changeLinks({ ...deps, client })),
      handler(CountLinks, async ({ userIds }) => ({ result: { counts: await countLinksOf(db, userIds) } })),
      handler(ReadLinkHistory, readLinkHistory(deps)),
      ...ruleCommands({ ...deps, rules }),
      ...imports.handlers,
    ],
    logger,
  );
  const saveMailed = saveMailedLinks({ ...deps, commands, client, logger });
  const saveLetter = saveLetters({ ...deps, commands });
  const mail = await workQueue({
    journal,
    logger,
    name: "links-mail",
    subjects: contextSubjects("mail"),
    concurrency: MAILS_AT_ONCE,
    silentMs: MAIL_SILENT_MS,
    backoffMs: MAIL_BACKOFF_MS,
    handle: (event) => (event.type === "LetterReceived" ? saveLetter(event) : saveMailed(event)),
  });
  const ruled = await workQueue({
    journal,
    logger,
    name: "links-rules",
    subjects: [...contextSubjects("links"), ...contextSubjects("enrichment"), ...contextSubjects("archive")],
    // Rules are for what comes after they were made.
    from: "new",
    concurrency: RULES_AT_ONCE,
    silentMs: RULES_SILENT_MS,
    backoffMs: RULES_BACKOFF_MS,
    attempts: RULES_ATTEMPTS,
    handle: runRules({ ...deps, rules, texts: await openCopyTexts(bus), client, logger }),
  });
  const pictures = await openPictures(bus);
  base.periodically("sweep of pictures", SWEEP_EVERY_MS, () =>
    sweepPictures({ journal, pool, logger }, pictures, Date.now()),
  );
  base.periodically("purge of deleted links", PURGE_EVERY_MS, () =>
    purgeDeletedLinks({ journal, db, commands, logger, now }),
  );
  base.periodically("reminders", REMIND_EVERY_MS, () => remindOfLinks({ db, commands, now }));
  if (config.LINK_HEALTH) {
    const checks = {
      db,
      jobs: await openPageJobs(bus),
      records: await openRecords<number>(bus, LINK_CHECKS),
      logger,
      now,
    };
    base.periodically("checks of links", CHECK_EVERY_MS, () => submitDueChecks(checks));
  }
  return {
    checks: () => ({
      ...base.checks(),
      ...checksOf(name, { mail, rules: ruled, imports }),
    }),
    stop: () =>
      stopInOrder(
        [server, mail, ruled, imports].map((part) => () => part.stop()),
        () => base.close(),
      ),
  };
}
