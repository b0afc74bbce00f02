import type { TObject } from "typebox";
import { AdminConfig } from "../../admin/src/config.ts";
import { EnrichmentConfig } from "../../enrichment/src/config.ts";
import { FoldersConfig } from "../../folders/src/config.ts";
import { GatewayConfig } from "../../gateway/src/config.ts";
import { IdentityConfig } from "../../identity/src/config.ts";
import { LinksConfig } from "../../links/src/config.ts";
import { mailServiceSettings } from "../../mail-ingest/src/captures/settings.ts";

/** What each service takes from the environment, by its name. */
export const serviceSchemas: Readonly<Record<string, TObject>> = {
  identity: IdentityConfig,
  links: LinksConfig,
  folders: FoldersConfig,
  enrichment: EnrichmentConfig,
  "mail-ingest": mailServiceSettings,
  gateway: GatewayConfig,
  admin: AdminConfig,
};
