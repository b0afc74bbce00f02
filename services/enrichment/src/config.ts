import { busSettings, fetchingSettings, operationsSettings, PUBLIC_URL } from "@satchel/chassis";
import Type, { type Static } from "typebox";

const { FETCH_ALLOW, WEBHOOK_ALLOW, DNS_SERVERS, ICON_SERVICE_URL, FETCH_AT_ONCE } = fetchingSettings;

/** The settings of the enrichment service. `PUBLIC_URL` is part of the User-Agent of its requests. */
export const EnrichmentConfig = Type.Object({
  ...busSettings,
  ...operationsSettings,
  PUBLIC_URL,
  FETCH_ALLOW,
  WEBHOOK_ALLOW,
  DNS_SERVERS,
  ICON_SERVICE_URL,
  FETCH_AT_ONCE,
});
export type EnrichmentConfig = Static<typeof EnrichmentConfig>;
