import {
  blobSettings,
  busSettings,
  copyQuota,
  databaseSettings,
  httpSettings,
  isLoopback,
  keySettings,
  operationsSettings,
  outgoingSettings,
  PUBLIC_URL,
  SAVE_ADDRESS,
  shownSignOnSettings,
  siteSettings,
  trustedHeaderSettings,
} from "@satchel/chassis";
import { domainOf } from "@satchel/contracts";
import { compact } from "@satchel/contracts/compact";
import Type, { type Static } from "typebox";

export const GatewayConfig = Type.Object({
  ...busSettings,
  ...databaseSettings,
  ...operationsSettings,
  ...httpSettings,
  /** Default http://localhost:$PORT. */
  PUBLIC_URL: Type.Optional(PUBLIC_URL),
  SAVE_ADDRESS,
  ...siteSettings,
  ...copyQuota,
  ...blobSettings,
  TOKEN_KEY: keySettings.TOKEN_KEY,
  ...outgoingSettings,
  ...shownSignOnSettings,
  ...trustedHeaderSettings,
});
export type GatewayConfig = Static<typeof GatewayConfig> & {
  /** Port that mail is taken on: known where one process runs everything. */
  readonly SMTP_PORT?: number;
};

/** This server as its clients see it, derived from the configuration. */
export interface Site {
  /** Scheme, host and port in the browser. */
  readonly origin: string;
  /** Whether browsers use https: cookies are then bound to it. */
  readonly secure: boolean;
  readonly saveAddress: string;
  readonly supportAddress: string;
  /** Where shared pages are reported. */
  readonly reportAddress: string;
  /** The operator's legal notice. */
  readonly legalUrl: string | undefined;
  /** The operator, if named. */
  readonly operator: { readonly name: string; readonly address?: string } | undefined;
  readonly extension: { readonly chrome?: string; readonly firefox?: string };
  /** Identity providers to sign in with, and whether nobody signs in otherwise. */
  readonly signOn: {
    readonly providers: { readonly name: string; readonly label: string }[];
    readonly only: boolean;
    /** Whether a proxy may name whoever it has signed in. */
    readonly byProxy: boolean;
  };
  /** Folder of outgoing mails for the outbox page; only this machine may see them. */
  readonly outboxDir: string | undefined;
  /** Port that mail is taken on, where only this machine can mail. */
  readonly smtpPort: number | undefined;
}

/**
 * Whether `/outbox` shows outgoing mail: only when none is sent and no other machine can request it. Behind a proxy on
 * this machine every request comes from this machine, so the public address has to be this machine's, too.
 */
export const showsOutbox = (config: { HOST: string; PUBLIC_URL: string; SMTP_URL?: string }): boolean =>
  config.SMTP_URL === undefined && isLoopback(config.HOST) && isLoopback(new URL(config.PUBLIC_URL).hostname);

export function siteOf(config: GatewayConfig): Site {
  const { origin, protocol } = new URL(config.PUBLIC_URL ?? `http://localhost:${config.PORT}`);
  const {
    OPERATOR_NAME: name,
    OPERATOR_ADDRESS: address,
    CHROME_STORE_URL: chrome,
    FIREFOX_STORE_URL: firefox,
  } = config;
  const { LEGAL_URL: legalUrl } = config;
  const domain = domainOf(config.SAVE_ADDRESS);
  const supportAddress = config.SUPPORT_ADDRESS ?? `support@${domain}`;
  const isOwn = showsOutbox({ ...config, PUBLIC_URL: origin });
  return {
    origin,
    secure: protocol === "https:",
    saveAddress: config.SAVE_ADDRESS,
    supportAddress,
    reportAddress: config.REPORT_ADDRESS ?? supportAddress,
    legalUrl,
    operator: name === undefined ? undefined : { name, ...(address === undefined ? {} : { address }) },
    signOn: {
      providers: config.OIDC_PROVIDERS.map(({ name, LABEL }) => ({ name, label: LABEL?.trim() ?? name })),
      only: config.SIGN_IN === "sso",
      byProxy: config.TRUSTED_HEADER !== undefined,
    },
    extension: compact({ chrome, firefox }),
    outboxDir: isOwn ? config.OUTBOX_DIR : undefined,
    smtpPort: isOwn ? config.SMTP_PORT : undefined,
  };
}
