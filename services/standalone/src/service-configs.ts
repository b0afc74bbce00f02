import { join } from "node:path";
import { AdminConfig } from "@satchel/admin";
import { ArchiveConfig } from "@satchel/archive";
import { EnrichmentConfig } from "@satchel/enrichment";
import { FoldersConfig } from "@satchel/folders";
import { GatewayConfig } from "@satchel/gateway";
import { IdentityConfig } from "@satchel/identity";
import { LinksConfig } from "@satchel/links";
import { mailServiceSettings } from "@satchel/mail-ingest";
import { PostConfig } from "@satchel/post";
import { SearchConfig } from "@satchel/search";
import type { Static, TObject } from "typebox";
import type { Infrastructure } from "./infrastructure.ts";
import { keyFor } from "./secret.ts";
import type { Settings } from "./settings.ts";

/** Connections of one service to the database; all of them together stay below Postgres' default of 100. */
const CONNECTIONS = { service: 8, gateway: 16, post: 4, admin: 2 };

/** The configuration of each service, from the settings of the whole; of admin undefined where it has no token. */
export function serviceConfigs(settings: Settings, where: Infrastructure, secret: string, webRoot: string) {
  // One port for operators serves all services.
  const { OPERATIONS_PORT: _, ADMIN_TOKEN, ...own } = settings;
  const all = {
    ...own,
    NATS_URL: where.natsUrl,
    ...(where.natsMonitorUrl === undefined ? {} : { NATS_MONITOR_URL: where.natsMonitorUrl }),
    DATABASE_URL: where.databaseUrl,
    DATABASE_CONNECTIONS: CONNECTIONS.service,
    ADDRESS_KEY: keyFor(secret, "addresses"),
    CODE_KEY: keyFor(secret, "codes"),
    TOKEN_KEY: keyFor(secret, "tokens"),
    OUTBOX_DIR: join(settings.DATA_DIR, "outbox"),
    MAIL_RUN_DIR: join(settings.DATA_DIR, "haraka"),
    WEB_ROOT: webRoot,
    FETCH_AT_ONCE: 8,
    AUTH_PER_MINUTE: 120,
  };
  return {
    identity: pick(IdentityConfig, all),
    links: pick(LinksConfig, all),
    folders: pick(FoldersConfig, all),
    search: pick(SearchConfig, all),
    archive: pick(ArchiveConfig, all),
    post: pick(PostConfig, { ...all, DATABASE_CONNECTIONS: CONNECTIONS.post }),
    enrichment: pick(EnrichmentConfig, all),
    mailIngest: pick(mailServiceSettings, all),
    admin:
      ADMIN_TOKEN === undefined
        ? undefined
        : pick(AdminConfig, { ...all, ADMIN_TOKEN, DATABASE_CONNECTIONS: CONNECTIONS.admin }),
    gateway: {
      ...pick(GatewayConfig, { ...all, DATABASE_CONNECTIONS: CONNECTIONS.gateway }),
      SMTP_PORT: settings.SMTP_PORT,
    },
  };
}

/** The settings of a schema, without others. */
function pick<T extends TObject>(schema: T, settings: Static<T>): Static<T> {
  const entries = Object.entries(settings as Record<string, unknown>);
  return Object.fromEntries(entries.filter(([name]) => name in schema.properties)) as Static<T>;
}
