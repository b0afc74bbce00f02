import cookie from "@fastify/cookie";
import { SatchelError, texts, UseApiToken } from "@satchel/contracts";
import type { FastifyInstance } from "fastify";
import fp from "fastify-plugin";
import { performer } from "../commands/perform.ts";
import { awaitSaves, unshownSaves } from "../commands/unshown-saves.ts";
import { siteOf } from "../config.ts";
import { apiDocs } from "./api-docs.ts";
import { createHttp } from "./factory.ts";
import { answerOtherMethods } from "./methods.ts";
import { describeApi } from "./openapi.ts";
import type { GatewayDeps, Parts } from "./parts.ts";
import { userLimits } from "./route.ts";
import { shieldSignIns } from "./shield.ts";
import { outboxPages } from "../outbox/routes.ts";
import { authRoutes } from "../routes/auth.ts";
import { botRoutes } from "../routes/bot.ts";
import { bulkRoutes } from "../routes/bulk.ts";
import { openCopyAddresses } from "../copies/addresses.ts";
import { answerRoutes } from "../routes/answers.ts";
import { singleSignOnRoutes } from "../routes/single-sign-on.ts";
import { captureRoutes } from "../routes/captures.ts";
import { connectionRoutes } from "../routes/connections.ts";
import { readerRoutes } from "../routes/readers.ts";
import { epubRoutes } from "../routes/epub.ts";
import { eventRoutes } from "../routes/events.ts";
import { exportRoutes } from "../routes/exports.ts";
import { feedRoutes } from "../routes/feeds.ts";
import { shareRoutes } from "../routes/shares.ts";
import { folderRoutes } from "../routes/folders.ts";
import { highlightRoutes } from "../routes/highlights.ts";
import { importRoutes } from "../routes/imports.ts";
import { feedPages } from "../feeds/pages.ts";
import { sharePages } from "../shares/pages.ts";
import { copyPages } from "../copies/pages.ts";
import { pageUploads } from "../copies/uploads.ts";
import { linkdingDoor } from "../linkding/door.ts";
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
import { textRoutes } from "../routes/texts.ts";
import { tokenRoutes } from "../routes/tokens.ts";
import { userRoutes } from "../routes/users.ts";
import { webhookRoutes } from "../routes/webhooks.ts";
import { accessTokenVerifier } from "../sessions/access-token.ts";
import { apiTokenVerifier } from "../sessions/api-token.ts";
import { callers } from "../sessions/caller.ts";
import { trustedHeader } from "../sessions/trusted-header.ts";
import { flowCookie, sessionCookies } from "../sessions/cookies.ts";
import { endCalls } from "../sessions/end-calls.ts";
import { openGate } from "../sessions/gate.ts";
import { confiner } from "../sessions/within-folder.ts";
import { webPage } from "../web/static.ts";

/** In the order of the API's document. */
const ROUTES = [
  userRoutes,
  tokenRoutes,
  feedRoutes,
  shareRoutes,
  webhookRoutes,
  subscriptionRoutes,
  newsletterRoutes,
  userExportRoutes,
  senderEmailRoutes,
  linkRoutes,
  deletedLinkRoutes,
  duplicateRoutes,
  bulkRoutes,
  ruleRoutes,
  tagRoutes,
  pictureRoutes,
  folderRoutes,
  importRoutes,
  exportRoutes,
  copyRoutes,
  copyUploadRoutes,
  fileRoutes,
  textRoutes,
  copyExportRoutes,
  epubRoutes,
  pushRoutes,
  digestRoutes,
  readerRoutes,
  highlightRoutes,
  captureRoutes,
  answerRoutes,
  eventRoutes,
  systemRoutes,
  mcpDoor,
];

const gateway = fp(async (app: FastifyInstance, deps: GatewayDeps): Promise<void> => {
  const { config, commands, progress, tables, documents, ended, isAlone } = deps;
  const site = siteOf(config);
  const cookies = sessionCookies(site.secure);
  const verify = accessTokenVerifier(config.TOKEN_KEY);
  const saves = unshownSaves({ progress, secure: site.secure, isAlone });
  const { perform, save } = performer(commands, progress, saves);
  const callerOf = callers(config.TOKEN_KEY);
  const verifyApiToken = apiTokenVerifier({
    recheckedAt: ended.recheckedAt,
    ask: async (token, { device, address }) =>
      (await commands.send(UseApiToken, { token, device, ...(address === undefined ? {} : { address }) })).result.valid,
  });
  const uploads = pageUploads({ perform, documents });
  const addresses = openCopyAddresses(config.TOKEN_KEY);
  const parts: Parts = {
    ...deps,
    site,
    perform,
    save,
    verify,
    cookies,
    flows: flowCookie(site.secure),
    readHeader: trustedHeader(config.TRUSTED_HEADER, config.TRUSTED_HEADER_PROXIES),
    callerOf,
    uploads,
    addresses,
  };

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
    for (const routes of [authRoutes, passwordRoutes, passkeyRoutes, singleSignOnRoutes, connectionRoutes]) {
      await accounts.register(routes, parts);
    }
  });
  for (const routes of ROUTES) await app.register(routes, parts);
  await apiDocs(app);
  answerMethods();

  for (const pages of [linkdingDoor, wallabagDoor, opdsDoor, copyPages, feedPages, sharePages, botRoutes]) {
    await app.register(pages, parts);
  }
  if (site.outboxDir !== undefined) {
    const { outboxDir: folder } = site;
    await app.register(outboxPages, { folder, origin: site.origin, webRoot: config.WEB_ROOT });
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
