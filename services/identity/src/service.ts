import {
  ConfigurationError,
  type Foundation,
  type Logger,
  openEndedSessions,
  openBookStore,
  openFoundation,
  readDkimKey,
  openRateLimiter,
  openUserRecords,
  queriesOver,
  type RunningService,
  senderOf,
  serveCommands,
  stopInOrder,
} from "@satchel/chassis";
import { RATE_LIMITS, type SessionId } from "@satchel/contracts";
import { openAdmission } from "./accounts/admission.ts";
import { openAccounts } from "./accounts/accounts.ts";
import { addressCommands } from "./commands/addresses/index.ts";
import { digestCommands } from "./commands/digests.ts";
import { DIGESTS_EVERY_MS, makeDigestsDue } from "./policies/due-digests.ts";
import { pushCommands } from "./commands/push.ts";
import { operatorCommands } from "./commands/operator.ts";
import { invitationCommands } from "./commands/invitations.ts";
import { readerCommands } from "./commands/readers/index.ts";
import { passwordCommands } from "./commands/passwords/index.ts";
import { answerSettings } from "./commands/switch-answers.ts";
import { sendMail } from "./commands/send-mail.ts";
import { sessionCommands } from "./commands/sessions.ts";
import { withSsoOnly } from "./commands/sso-only.ts";
import { signInCommands } from "./commands/sign-in/index.ts";
import type { IdentityConfig } from "./config.ts";
import { openApiTokens } from "./store/api-tokens.ts";
import { openShares } from "./store/shares.ts";
import { openConnectionCodes } from "./store/connection-codes.ts";
import { apiTokenCommands } from "./commands/api-tokens.ts";
import { feedCommands } from "./commands/feeds.ts";
import { secretAddressCommands } from "./commands/secret-addresses.ts";
import { shareCommands } from "./commands/shares.ts";
import { webhookCommands } from "./commands/webhooks.ts";
import { connectionCommands } from "./commands/connections.ts";
import { singleSignOnCommands } from "./commands/single-sign-on/index.ts";
import { openSignIns } from "./accounts/sign-ins.ts";
import { openProviders } from "./single-sign-on/providers.ts";
import { ssoFlows } from "./secrets/sso-flows.ts";
import type { Session } from "./domain/session.ts";
import { startErasure } from "./policies/index.ts";
import { RATE_LIMIT_SECONDS } from "./limits.ts";
import { type Mailer, startMailer } from "./mail/mailer.ts";
import { openOutbox } from "./mail/outbox.ts";
import { openSmtp } from "./mail/smtp.ts";
import { openMailedCodes } from "./store/mailed-codes.ts";
import type { Parts } from "./commands/parts.ts";
import { openChallenges } from "./store/challenges.ts";
import { passkeyCommands } from "./commands/passkeys/index.ts";
import { IDENTITY, identityProjection } from "./projection/projection.ts";
import { accessTokenSigner } from "./secrets/access-tokens.ts";
import { limitKeys as makeLimitKeys } from "./secrets/limit-keys.ts";
import { openPasswords } from "./secrets/passwords.ts";
import { openSessions, SESSIONS } from "./store/sessions.ts";
import { openClaims } from "./accounts/claims.ts";
import { openSuspension } from "./accounts/suspension.ts";
import { openConfirmations } from "./store/confirmations.ts";
import type { IdentityTables } from "./queries/index.ts";
import { openCredentials } from "./store/credentials.ts";
import { openInvitations } from "./store/invitations.ts";
import { openSecretAddresses } from "./store/secret-addresses.ts";
import { openWebhooks } from "./store/webhooks.ts";

/**
 * Starts identity: commands, projection, outgoing mail.
 * @param clock milliseconds since 1970, for the age of codes, sessions and tokens
 * @throws {ConfigurationError} when no way to send mail is configured
 * @throws when the journal or the outbox can't be opened; what was opened before is closed
 */
export async function startIdentity(
  config: IdentityConfig,
  logger: Logger,
  clock: () => number = Date.now,
): Promise<RunningService> {
  const opened: (() => Promise<unknown>)[] = [];
  const stop = (): Promise<void> => stopInOrder(...opened.splice(0).reverse());
  try {
    const base = await openFoundation(config, identityProjection, logger);
    opened.push(() => base.close());
    const mailer = startMailer(await openDelivery(config, logger), logger);
    opened.push(() => mailer.close());
    const parts = await openParts(config, base, mailer, clock, logger);
    const erasure = await startErasure(base, parts, config);
    opened.push(() => Promise.all([...erasure.queues, erasure.expired].map((part) => part.stop())));
    const own = [
      ...signInCommands(parts),
      ...sessionCommands(parts),
      ...passwordCommands(parts),
      ...passkeyCommands(parts),
      ...singleSignOnCommands(parts),
      ...connectionCommands(parts),
      ...apiTokenCommands(parts),
      ...feedCommands(parts),
      ...shareCommands(parts),
      ...webhookCommands(parts),
      ...secretAddressCommands(parts),
      ...addressCommands(parts),
      ...readerCommands(parts),
      ...digestCommands(parts),
      ...pushCommands(parts),
      ...operatorCommands(parts),
      ...invitationCommands(parts),
      sendMail(parts),
      answerSettings(parts),
      ...erasure.commands,
    ];
    const served = parts.isSsoOnly ? withSsoOnly(own) : own;
    const commands = await serveCommands(base.bus, IDENTITY, served, logger);
    opened.push(() => commands.stop());
    base.periodically("digests", DIGESTS_EVERY_MS, () => makeDigestsDue(parts));

    return {
      checks: () => ({
        ...base.checks(),
        "identity erasures": erasure.queues.map((queue) => queue.check()).find((state) => state !== "ok") ?? "ok",
      }),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openParts(
  config: IdentityConfig,
  { bus, journal, pool }: Foundation,
  mailer: Mailer,
  clock: () => number,
  logger: Logger,
): Promise<Parts> {
  const { ADDRESS_KEY, CODE_KEY, TOKEN_KEY, PUBLIC_URL } = config;
  const accounts = openAccounts(journal, ADDRESS_KEY);
  const limits = await openRateLimiter(bus, { bucket: RATE_LIMITS, seconds: RATE_LIMIT_SECONDS, clock });
  const limitKeys = makeLimitKeys(ADDRESS_KEY);
  const keys = { addressKey: ADDRESS_KEY, codeKey: CODE_KEY };
  const invitations = await openInvitations(bus, ADDRESS_KEY, clock);
  const ended = await openEndedSessions(bus);
  const sessions = openSessions({
    records: await openUserRecords<SessionId, Session>(bus, SESSIONS.bucket, SESSIONS.lifetime),
    ended,
    accounts,
    signAccessToken: accessTokenSigner(TOKEN_KEY),
    key: TOKEN_KEY,
    clock,
    logger,
  });
  return {
    journal,
    accounts,
    sessions,
    limits,
    limitKeys,
    mailer,
    books: await openBookStore(bus),
    clock,
    logger,
    admission: openAdmission({ journal, invitations, key: ADDRESS_KEY }, config),
    invitations,
    claims: openClaims(journal),
    suspension: openSuspension({ journal, sessions, ended }),
    signIns: openSignIns(journal, ADDRESS_KEY),
    providers: await openProviders(config, logger),
    ssoFlows: ssoFlows(TOKEN_KEY, clock),
    isSsoOnly: config.SIGN_IN === "sso",
    confirmations: await openConfirmations(bus, clock),
    tables: queriesOver<IdentityTables>(pool),
    credentials: await openCredentials(bus),
    passwords: openPasswords(),
    codes: await openMailedCodes(bus, { limits, limitKeys, ...keys, clock }),
    challenges: await openChallenges(bus, CODE_KEY, clock),
    apiTokens: await openApiTokens(bus, { ended, accounts, clock }),
    shares: await openShares(bus),
    webhooks: await openWebhooks(bus),
    secretAddresses: await openSecretAddresses(bus),
    connectionCodes: await openConnectionCodes(bus, clock),
    addressKey: ADDRESS_KEY,
    publicUrl: PUBLIC_URL,
    mailFrom: senderOf(config),
    saveAddress: config.SAVE_ADDRESS,
  };
}

async function openDelivery(config: IdentityConfig, logger: Logger) {
  const from = senderOf(config);
  const key = config.DKIM_KEY === undefined ? undefined : readDkimKey(config.DKIM_KEY);
  const signer = key && { key, selector: config.DKIM_SELECTOR };
  if (config.SMTP_URL !== undefined) return openSmtp(config.SMTP_URL, from, signer);
  if (config.OUTBOX_DIR === undefined) {
    throw new ConfigurationError([
      "SMTP_URL is missing: nobody could sign in without mail. To write it to files, set OUTBOX_DIR",
    ]);
  }
  logger.info({ folder: config.OUTBOX_DIR }, "outgoing mail is written to files");
  return openOutbox(config.OUTBOX_DIR, from);
}
