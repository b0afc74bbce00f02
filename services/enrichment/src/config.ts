import { busSettings, List, operationsSettings } from "@satchel/chassis";
import Type, { type Static } from "typebox";

/** What the enrichment service takes from the environment. */
export const EnrichmentConfig = Type.Object({
  ...busSettings,
  ...operationsSettings,
  PUBLIC_URL: Type.String({ minLength: 1, description: "address of this installation, told to the sites it fetches" }),
  FETCH_ALLOW: List({ description: "exact host:port pairs that may be fetched although their address is private" }),
  DNS_SERVERS: List({ description: "resolvers for fetching pages, address or address:port; none: the system's" }),
  ICON_SERVICE_URL: Type.Optional(
    Type.String({
      pattern: "^https?://.*\\{host\\}",
      description: "a service asked for icons that a site itself has none of, {host} in the host's place; none: no one",
    }),
  ),
  FETCH_AT_ONCE: Type.Integer({ default: 8, minimum: 1, maximum: 200, description: "pages fetched at the same time" }),
});
export type EnrichmentConfig = Static<typeof EnrichmentConfig>;
