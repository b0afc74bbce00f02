import type { BlobStore, Journal, Logger, RateLimiter } from "@satchel/chassis";
import type { Kysely } from "kysely";
import type { Admission } from "../accounts/admission.ts";
import type { Claims } from "../accounts/claims.ts";
import type { Suspension } from "../accounts/suspension.ts";
import type { SignIns } from "../accounts/sign-ins.ts";
import type { IdentityProviders } from "../single-sign-on/providers.ts";
import type { SsoFlows } from "../secrets/sso-flows.ts";
import type { Confirmations } from "../store/confirmations.ts";
import type { IdentityTables } from "../queries/index.ts";
import type { Accounts } from "../accounts/accounts.ts";
import type { ApiTokens } from "../store/api-tokens.ts";
import type { ConnectionCodes } from "../store/connection-codes.ts";
import type { Mailer } from "../mail/mailer.ts";
import type { MailedCodes } from "../store/mailed-codes.ts";
import type { Challenges } from "../store/challenges.ts";
import type { Invitations } from "../store/invitations.ts";
import type { LimitKeys } from "../secrets/limit-keys.ts";
import type { Passwords } from "../secrets/passwords.ts";
import type { Sessions } from "../store/sessions.ts";
import type { Shares } from "../store/shares.ts";
import type { Credentials } from "../store/credentials.ts";
import type { SecretAddresses } from "../store/secret-addresses.ts";
import type { Webhooks } from "../store/webhooks.ts";

/** Dependencies of identity's commands. */
export interface Parts {
  readonly journal: Journal;
  readonly accounts: Accounts;
  readonly admission: Admission;
  readonly claims: Claims;
  readonly suspension: Suspension;
  readonly confirmations: Confirmations;
  readonly invitations: Invitations;
  readonly credentials: Credentials;
  readonly passwords: Passwords;
  readonly sessions: Sessions;
  readonly apiTokens: ApiTokens;
  readonly shares: Shares;
  readonly webhooks: Webhooks;
  readonly secretAddresses: SecretAddresses;
  readonly codes: MailedCodes;
  readonly challenges: Challenges;
  readonly connectionCodes: ConnectionCodes;
  readonly signIns: SignIns;
  readonly providers: IdentityProviders;
  readonly ssoFlows: SsoFlows;
  /** Whether people sign in with single sign-on alone. */
  readonly isSsoOnly: boolean;
  readonly limits: RateLimiter;
  readonly limitKeys: LimitKeys;
  readonly mailer: Mailer;
  /** Books that are being mailed. */
  readonly books: BlobStore;
  /** The read tables; they may lag behind. */
  readonly tables: Kysely<IdentityTables>;
  readonly addressKey: string;
  readonly publicUrl: string;
  /** The sender of all mails, and the address that links are mailed to. */
  readonly mailFrom: string;
  readonly saveAddress: string;
  readonly clock: () => number;
  readonly logger: Logger;
}
