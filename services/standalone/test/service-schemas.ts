import type { TObject } from "typebox";
import { AdminConfig } from "@satchel/admin";
import { ArchiveConfig } from "@satchel/archive";
import { PostConfig } from "@satchel/post";
import { EnrichmentConfig } from "@satchel/enrichment";
import { FoldersConfig } from "@satchel/folders";
import { GatewayConfig } from "@satchel/gateway";
import { IdentityConfig } from "@satchel/identity";
import { LinksConfig } from "@satchel/links";
import { mailServiceSettings } from "@satchel/mail-ingest";
import { SearchConfig } from "@satchel/search";

/** What each service takes from the environment, by its name. */
export const serviceSchemas: Readonly<Record<string, TObject>> = {
  identity: IdentityConfig,
  links: LinksConfig,
  folders: FoldersConfig,
  search: SearchConfig,
  enrichment: EnrichmentConfig,
  archive: ArchiveConfig,
  post: PostConfig,
  "mail-ingest": mailServiceSettings,
  gateway: GatewayConfig,
  admin: AdminConfig,
};
