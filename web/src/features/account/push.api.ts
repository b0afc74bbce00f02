import type { Push, PushSubscription } from "@satchel/contracts";
import { getPush, startPush, stopPush } from "@satchel/contracts/settings-routes";
import { api } from "../../session/api.ts";

/** Notifications to this browser. */
const pushApi = api.injectEndpoints({
  endpoints: (build) => ({
    push: build.query<Push, void>({ query: () => ({ operation: getPush }), keepUnusedDataFor: 0 }),
    startPush: build.mutation<null, PushSubscription>({ query: (body) => ({ operation: startPush, body }) }),
    stopPush: build.mutation<null, void>({ query: () => ({ operation: stopPush }) }),
  }),
});

export const { usePushQuery, useStartPushMutation, useStopPushMutation } = pushApi;
