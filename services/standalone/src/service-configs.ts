import { join } from "node:path";
import { smtpOf } from "@satchel/mail-ingest";
import type { Infrastructure } from "./infrastructure.ts";
import { keyFor } from "./secret.ts";
import type { Settings } from "./settings.ts";

/** Connections of one service to the database; all of them together stay below Postgres' default of 100. */
const CONNECTIONS = { service: 8, gateway: 16, admin: 2 };

/** The configuration of each service, from the settings of the whole. */
export function serviceConfigs(settings: Settings, where: Infrastructure, secret: string, webRoot: string) {
  const { LOG_LEVEL, OPERATIONS_HOST, SHUTDOWN_SECONDS, PUBLIC_URL, SAVE_ADDRESS, DATA_DIR } = settings;
  const { DNS_SERVERS, FETCH_ALLOW, ICON_SERVICE_URL, MAIL_AUTH, SMTP_URL } = settings;
  const bus = {
    NATS_URL: where.natsUrl,
    ...(where.natsMonitorUrl === undefined ? {} : { NATS_MONITOR_URL: where.natsMonitorUrl }),
    NATS_REPLICAS: settings.NATS_REPLICAS,
    NATS_SYNC_UNCHECKED: settings.NATS_SYNC_UNCHECKED,
    LOG_LEVEL,
    OPERATIONS_HOST,
    SHUTDOWN_SECONDS,
  };
  const database = { ...bus, DATABASE_URL: where.databaseUrl, DATABASE_CONNECTIONS: CONNECTIONS.service };
  const keys = { ADDRESS_KEY: keyFor(secret, "addresses"), TOKEN_KEY: keyFor(secret, "tokens") };
  const OUTBOX_DIR = join(DATA_DIR, "outbox");
  const outgoing = SMTP_URL === undefined ? {} : { SMTP_URL };
  return {
    identity: {
      ...database,
      ...keys,
      CODE_KEY: keyFor(secret, "codes"),
      OUTBOX_DIR,
      ...outgoing,
      SAVE_ADDRESS,
      PUBLIC_URL,
    },
    links: {
      ...database,
      ADDRESS_KEY: keys.ADDRESS_KEY,
      LINK_HEALTH: settings.LINK_HEALTH,
      LINKS_PER_ACCOUNT: settings.LINKS_PER_ACCOUNT,
    },
    folders: database,
    search: database,
    enrichment: {
      ...bus,
      PUBLIC_URL,
      FETCH_ALLOW,
      DNS_SERVERS,
      ...(ICON_SERVICE_URL === undefined ? {} : { ICON_SERVICE_URL }),
      FETCH_AT_ONCE: 8,
    },
    mailIngest: {
      ...database,
      SMTP_HOST: settings.SMTP_HOST,
      SMTP_PORT: settings.SMTP_PORT,
      ...smtpOf(settings),
      ...outgoing,
      OUTBOX_DIR,
      SAVE_ADDRESS,
      ...(MAIL_AUTH === undefined ? {} : { MAIL_AUTH }),
      DNS_SERVERS,
      ADDRESS_KEY: keys.ADDRESS_KEY,
      MAIL_RUN_DIR: join(DATA_DIR, "haraka"),
    },
    admin:
      settings.ADMIN_TOKEN === undefined
        ? undefined
        : {
            ...database,
            DATABASE_CONNECTIONS: CONNECTIONS.admin,
            ADMIN_HOST: settings.ADMIN_HOST,
            ADMIN_PORT: settings.ADMIN_PORT,
            ADMIN_TOKEN: settings.ADMIN_TOKEN,
          },
    gateway: {
      ...database,
      DATABASE_CONNECTIONS: CONNECTIONS.gateway,
      HOST: settings.HOST,
      PORT: settings.PORT,
      PUBLIC_URL,
      SAVE_ADDRESS,
      ...siteOf(settings),
      TOKEN_KEY: keys.TOKEN_KEY,
      WEB_ROOT: webRoot,
      OUTBOX_DIR,
      ...outgoing,
      TRUST_PROXY: settings.TRUST_PROXY,
      AUTH_PER_MINUTE: 120,
    },
  };
}

function siteOf(settings: Settings) {
  const { SUPPORT_ADDRESS, OPERATOR_NAME, OPERATOR_ADDRESS, CHROME_STORE_URL, FIREFOX_STORE_URL } = settings;
  return {
    ...(SUPPORT_ADDRESS === undefined ? {} : { SUPPORT_ADDRESS }),
    ...(OPERATOR_NAME === undefined ? {} : { OPERATOR_NAME }),
    ...(OPERATOR_ADDRESS === undefined ? {} : { OPERATOR_ADDRESS }),
    ...(CHROME_STORE_URL === undefined ? {} : { CHROME_STORE_URL }),
    ...(FIREFOX_STORE_URL === undefined ? {} : { FIREFOX_STORE_URL }),
  };
}
