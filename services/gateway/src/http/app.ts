import cookie from "@fastify/cookie";
import type {
  BlobStore,
  Checks,
  CommandClient,
  CopyTexts,
  ImportFiles,
  Journal,
  Logger,
  Pictures,
  ProjectionProgress,
} from "@satchel/chassis";
import { SatchelError, texts, UseApiToken, UseFeed, type UserId } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { performer } from "../commands/perform.ts";
import { awaitSaves, unshownSaves } from "../commands/unshown-saves.ts";
import { type GatewayConfig, siteOf } from "../config.ts";
import { apiDocs } from "./api-docs.ts";
import { createHttp } from "./factory.ts";
import { answerOtherMethods } from "./methods.ts";
import { describeApi } from "./openapi.ts";
import { userLimits } from "./route.ts";
import { shieldSignIns } from "./shield.ts";
import type { LiveStreams } from "../live/streams.ts";
import { outboxPages } from "../outbox/routes.ts";
import { authRoutes } from "../routes/auth.ts";
import { botRoutes } from "../routes/bot.ts";
import { bulkRoutes } from "../routes/bulk.ts";
import { openCopyAddresses } from "../copies/addresses.ts";
import type { CopyFiles } from "../copies/files.ts";
import { answerRoutes } from "../routes/answers.ts";
import { singleSignOnRoutes } from "../routes/single-sign-on.ts";
import { captureRoutes } from "../routes/captures.ts";
import { connectionRoutes } from "../routes/connections.ts";
import type { Books } from "../epub/books.ts";
import type { MailBook } from "../epub/mail-books.ts";
import { readerRoutes } from "../routes/readers.ts";
import { epubRoutes } from "../routes/epub.ts";
import { eventRoutes } from "../routes/events.ts";
import { exportRoutes } from "../routes/exports.ts";
import { feedRoutes } from "../routes/feeds.ts";
import { shareRoutes } from "../routes/shares.ts";
import { folderRoutes } from "../routes/folders.ts";
import { highlightRoutes } from "../routes/highlights.ts";
import { importRoutes } from "../routes/imports.ts";
import { feedVerifier } from "../feeds/addresses.ts";
import { feedPages } from "../feeds/pages.ts";
import { sharePages } from "../shares/pages.ts";
import { copyPages } from "../copies/pages.ts";
import { pageUploads } from "../copies/uploads.ts";
import { linkdingDoor } from "../linkding/door.ts";
import { openPictureAddresses } from "../linkding/picture-addresses.ts";
import { wallabagDoor } from "../wallabag/door.ts";
import { opdsDoor } from "../opds/door.ts";
import { mcpDoor } from "../mcp/door.ts";
import { copyExportRoutes } from "../routes/copy-export.ts";
import { copyUploadRoutes } from "../routes/copy-upload.ts";
import { copyRoutes } from "../routes/copies.ts";
import { digestRoutes } from "../routes/digests.ts";
import { pushRoutes } from "../routes/push.ts";
import { duplicateRoutes } from "../routes/duplicates.ts";
import { deletedLinkRoutes } from "../routes/deleted-links.ts";
import { fileRoutes } from "../routes/files.ts";
import { linkRoutes } from "../routes/links.ts";
import { passkeyRoutes } from "../routes/passkeys.ts";
import { passwordRoutes } from "../routes/passwords.ts";
import { newsletterRoutes } from "../routes/newsletters.ts";
import { pictureRoutes } from "../routes/pictures.ts";
import { ruleRoutes } from "../routes/rules.ts";
import { senderEmailRoutes } from "../routes/sender-emails.ts";
import { subscriptionRoutes } from "../routes/subscriptions.ts";
import { publicConfigOf, systemRoutes } from "../routes/system.ts";
import { userExportRoutes } from "../routes/user-export.ts";
import { tagRoutes } from "../routes/tags.ts";
import { tokenRoutes } from "../routes/tokens.ts";
import { userRoutes } from "../routes/users.ts";
import { webhookRoutes } from "../routes/webhooks.ts";
import { accessTokenVerifier } from "../sessions/access-token.ts";
import { apiTokenVerifier } from "../sessions/api-token.ts";
import { callers } from "../sessions/caller.ts";
import { trustedHeader } from "../sessions/trusted-header.ts";
import { flowCookie, sessionCookies } from "../sessions/cookies.ts";
import { endCalls } from "../sessions/end-calls.ts";
import type { EndedSet } from "../sessions/ended.ts";
import { openGate } from "../sessions/gate.ts";
import { confiner } from "../sessions/within-folder.ts";
import type { Tables } from "../queries/tables.ts";
import { webPage } from "../web/static.ts";

interface GatewayDeps {
  readonly config: GatewayConfig;
  readonly logger: Logger;
  readonly commands: CommandClient;
  readonly progress: ProjectionProgress;
  readonly tables: Tables;
  readonly pictures: Pictures;
  readonly copyFiles: CopyFiles;
  /** Pages that were uploaded, until a copy of them is made. */
  readonly documents: BlobStore;
  readonly books: Books;
  readonly mailBook: MailBook;
  readonly files: ImportFiles;
  /** The texts of copies. */
  readonly copyTexts: Pick<CopyTexts, "get">;
  readonly live: LiveStreams;
  readonly ended: EndedSet;
  /** All events of a user, for their export. */
  readonly readUser: Journal["readUser"];
  /** `ok` or the fault of each part of the system. */
  readonly readiness: () => Promise<Checks>;
  /** Whether this is the only gateway of the system. */
  readonly isAlone: boolean;
}

const gateway = fp(async (app: FastifyInstance, deps: GatewayDeps): Promise<void> => {
  const {
    config,
    logger,
    commands,
    progress,
    tables,
    pictures,
    copyFiles,
    documents,
    books,
    mailBook,
    files,
    copyTexts,
    live,
    ended,
    readUser,
    readiness,
    isAlone,
  } = deps;
  const site = siteOf(config);
  const { origin } = site;
  const cookies = sessionCookies(site.secure);
  const flows = flowCookie(site.secure);
  const readHeader = trustedHeader(config.TRUSTED_HEADER, config.TRUSTED_HEADER_PROXIES);
  const verify = accessTokenVerifier(config.TOKEN_KEY);
  const saves = unshownSaves({ progress, secure: site.secure, isAlone });
  const { perform, save } = performer(commands, progress, saves);
  const callerOf = callers(config.TOKEN_KEY);
  const recheckedAt = (userId?: UserId): number | undefined => ended.recheckedAt(userId);
  const verifyApiToken = apiTokenVerifier({
    recheckedAt,
    ask: async (token, { device, address }) =>
      (await commands.send(UseApiToken, { token, device, ...(address === undefined ? {} : { address }) })).result.valid,
  });
  const verifyFeed = feedVerifier({
    recheckedAt,
    ask: async (secret, { device }) => (await commands.send(UseFeed, { secret, device })).result.opened,
  });
  const addresses = openCopyAddresses(config.TOKEN_KEY);

  await app.register(cookie);
  app.decorate("gate", openGate({ origin: site.origin, cookies, verify, verifyApiToken, callerOf, ended }));
  app.decorate(
    "confine",
    confiner((userId, id) => tables.findLink(userId, id)),
  );
  app.decorate("userLimits", userLimits());
  awaitSaves(app, saves);
  endCalls(app, ended);
  const answerMethods = answerOtherMethods(app);
  await describeApi(app, cookies);

  await app.register(async (accounts) => {
    shieldSignIns(accounts, config.AUTH_PER_MINUTE, (request) => callerOf(request).client);
    await accounts.register(authRoutes, { commands, perform, tables, cookies, verify, callerOf, logger });
    await accounts.register(passwordRoutes, { perform, tables, callerOf });
    await accounts.register(passkeyRoutes, { commands, cookies, callerOf });
    await accounts.register(singleSignOnRoutes, { commands, perform, cookies, flows, readHeader, callerOf, logger });
    await accounts.register(connectionRoutes, { commands, callerOf });
  });
  await app.register(userRoutes, { commands, tables, cookies, readHeader, callerOf, live });
  await app.register(tokenRoutes, { commands, tables, callerOf });
  await app.register(feedRoutes, { commands, tables, callerOf, origin });
  await app.register(shareRoutes, { commands, tables, callerOf, origin });
  await app.register(webhookRoutes, { commands, callerOf });
  await app.register(subscriptionRoutes, { commands, tables });
  const { SAVE_ADDRESS: saveAddress } = config;
  await app.register(newsletterRoutes, { commands, tables, saveAddress });
  await app.register(userExportRoutes, { commands, tables, readUser, saveAddress });
  await app.register(senderEmailRoutes, { perform, tables, callerOf });
  await app.register(linkRoutes, { tables, perform, save });
  await app.register(deletedLinkRoutes, { tables, perform });
  await app.register(duplicateRoutes, { tables, perform });
  await app.register(bulkRoutes, { tables, commands, progress });
  await app.register(ruleRoutes, { tables, commands, progress, perform, textOf: copyTexts.get });
  await app.register(tagRoutes, { tables, commands, progress });
  await app.register(pictureRoutes, { tables, pictures });
  await app.register(folderRoutes, { tables, perform });
  await app.register(importRoutes, { commands, files });
  await app.register(exportRoutes, { tables });
  const usualMegabytes = config.COPIES_MB_PER_ACCOUNT;
  await app.register(copyRoutes, { tables, perform, files: copyFiles, addresses, usualMegabytes });
  const uploads = pageUploads({ perform, documents });
  await app.register(copyUploadRoutes, { tables, uploads, addresses });
  await app.register(fileRoutes, { tables, perform, documents, uploads, origin });
  await app.register(copyExportRoutes, { tables, files: copyFiles });
  await app.register(epubRoutes, { books, callerOf });
  await app.register(pushRoutes, { commands, callerOf });
  await app.register(digestRoutes, { tables, perform, callerOf });
  await app.register(readerRoutes, { tables, perform, mailBook, callerOf });
  await app.register(highlightRoutes, { tables, perform });
  await app.register(captureRoutes, { tables, commands });
  await app.register(answerRoutes, { tables, perform, callerOf });
  await app.register(eventRoutes, { live });
  await app.register(systemRoutes, { site, readiness, logger });
  await app.register(mcpDoor, { origin });
  await apiDocs(app);
  answerMethods();

  const pictureAddresses = openPictureAddresses(config.TOKEN_KEY);
  const linkding = { tables, perform, commands, progress, uploads, addresses, pictures, pictureAddresses };
  await app.register(linkdingDoor, { ...linkding, callerOf, ended, origin });
  await app.register(wallabagDoor, { tables, perform, books, callerOf, origin });
  await app.register(opdsDoor, { tables, books, callerOf, origin });
  await app.register(copyPages, { tables, files: copyFiles, addresses });
  await app.register(feedPages, { tables, files: copyFiles, verify: verifyFeed, callerOf, ended, origin });
  const { TOKEN_KEY: tokenKey, WEB_ROOT: webRoot } = config;
  await app.register(sharePages, { commands, tables, pictures, callerOf, logger, site, tokenKey, webRoot });
  await app.register(botRoutes, { site });
  if (site.outboxDir !== undefined) {
    const { outboxDir: folder } = site;
    await app.register(outboxPages, { folder, origin, webRoot: config.WEB_ROOT });
  }
  if (config.WEB_ROOT !== undefined)
    await app.register(fp(webPage), { root: config.WEB_ROOT, config: publicConfigOf(site) });
  else {
    app.setNotFoundHandler(() => {
      throw new SatchelError("not-found", texts.server.notFound);
    });
  }
});

/** Builds the server; it does not listen yet. */
export async function buildApp(deps: GatewayDeps): Promise<FastifyInstance> {
  const { config, logger } = deps;
  const app = createHttp({ site: siteOf(config), logger, trustProxy: config.TRUST_PROXY });
  await app.register(gateway, deps);
  await app.ready();
  return app;
}
