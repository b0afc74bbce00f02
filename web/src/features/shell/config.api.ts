import { getConfig, type PublicConfig } from "@satchel/contracts";
import { api } from "../../app/api.ts";

export const { useConfigQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    config: build.query<PublicConfig, void>({ query: () => ({ operation: getConfig }), keepUnusedDataFor: 3600 }),
  }),
});
