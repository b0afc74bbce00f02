import { busSettings, fetchingSettings, operationsSettings, PUBLIC_URL } from "@satchel/chassis";
import Type, { type Static } from "typebox";

const { FETCH_ALLOW, DNS_SERVERS, ICON_SERVICE_URL, FETCH_AT_ONCE } = fetchingSettings;

/** What the enrichment service takes from the environment. `PUBLIC_URL` is in the requests to the sites that it fetches. */
export const EnrichmentConfig = Type.Object({
  ...busSettings,
  ...operationsSettings,
  PUBLIC_URL,
  FETCH_ALLOW,
  DNS_SERVERS,
  ICON_SERVICE_URL,
  FETCH_AT_ONCE,
});
export type EnrichmentConfig = Static<typeof EnrichmentConfig>;
