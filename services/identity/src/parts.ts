import type { Journal, Logger, RateLimiter } from "@satchel/chassis";
import type { Accounts } from "./accounts.ts";
import type { ConnectionCodes } from "./connections/codes.ts";
import type { Mailer } from "./mail/mailer.ts";
import type { MailedCodes } from "./mailed-codes.ts";
import type { Challenges } from "./passkeys/challenges.ts";
import type { LimitKeys } from "./secrets/limit-keys.ts";
import type { Passwords } from "./secrets/passwords.ts";
import type { Sessions } from "./sessions.ts";
import type { Credentials } from "./store/credentials.ts";

/** What the commands of identity are carried out with; each takes the parts it needs. */
export interface Parts {
  readonly journal: Journal;
  readonly accounts: Accounts;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly codes: MailedCodes;
  readonly challenges: Challenges;
  readonly connectionCodes: ConnectionCodes;
  readonly limits: RateLimiter;
  readonly limitKeys: LimitKeys;
  readonly mailer: Mailer;
  /** The installation's key for addresses. */
  readonly addressKey: string;
  readonly publicUrl: string;
  readonly clock: () => number;
  readonly logger: Logger;
}
