import { ConfigurationError, type Logger, openFoundation, type RunningService, serveCommands } from "@satchel/chassis";
import { endSession, refreshSession } from "./commands/sessions.ts";
import { CODES, startSignIn } from "./commands/start-sign-in.ts";
import { verifyCode } from "./commands/verify-code.ts";
import { type IdentityConfig, senderOf } from "./config.ts";
import type { Session } from "./domain/session.ts";
import type { SignInCode } from "./domain/sign-in-code.ts";
import { startMailer } from "./mail/mailer.ts";
import { openOutbox } from "./mail/outbox.ts";
import { openSmtp } from "./mail/smtp.ts";
import { IDENTITY, identityProjection } from "./projection/projection.ts";
import { accessTokenSigner } from "./secrets/access-tokens.ts";
import { openSessions, SESSIONS } from "./sessions.ts";
import { openRecords } from "./store/records.ts";

/**
 * Starts identity: its commands on the bus, its tables in step with the journal, its outgoing mail.
 * @param clock milliseconds since 1970, for the age of codes, sessions and tokens
 * @throws {ConfigurationError} when there is no way for mail to go out
 * @throws when the journal or the outbox can't be opened; what was opened before is closed again
 */
export async function startIdentity(
  config: IdentityConfig,
  logger: Logger,
  clock: () => number = Date.now,
): Promise<RunningService> {
  const opened: (() => Promise<unknown>)[] = [];
  const stop = async (): Promise<void> => {
    for (let close = opened.pop(); close !== undefined; close = opened.pop()) await close();
  };
  try {
    const base = await openFoundation(config, identityProjection, logger);
    opened.push(() => base.close());
    const { bus, journal } = base;
    const codes = await openRecords<SignInCode>(bus, CODES.bucket, CODES.seconds);
    const records = await openRecords<Session>(bus, SESSIONS.bucket, SESSIONS.seconds);

    const mailer = startMailer(await openDelivery(config, logger), logger);
    opened.push(() => mailer.close());
    const signAccessToken = accessTokenSigner(config.TOKEN_KEY);
    const sessions = openSessions({ records, signAccessToken, key: config.TOKEN_KEY, clock, logger });
    const keys = { addressKey: config.ADDRESS_KEY, codeKey: config.CODE_KEY };
    const commands = await serveCommands(
      bus,
      IDENTITY,
      [
        startSignIn({ ...keys, codes, mailer, publicUrl: config.PUBLIC_URL, clock }),
        verifyCode({ ...keys, codes, journal, sessions, clock }),
        refreshSession(sessions),
        endSession(sessions),
      ],
      logger,
    );
    opened.push(() => commands.stop());

    return {
      name: IDENTITY,
      checks: () => base.checks(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function openDelivery(config: IdentityConfig, logger: Logger) {
  const from = senderOf(config);
  if (config.SMTP_URL !== undefined) return openSmtp(config.SMTP_URL, from);
  if (config.OUTBOX_DIR === undefined) {
    throw new ConfigurationError([
      "SMTP_URL is missing: nobody could sign in without mail. To write it to files, set OUTBOX_DIR",
    ]);
  }
  logger.info({ folder: config.OUTBOX_DIR }, "outgoing mail is written to files");
  return openOutbox(config.OUTBOX_DIR, from);
}
