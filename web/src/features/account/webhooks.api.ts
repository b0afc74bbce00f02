import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  testWebhook,
} from "@satchel/contracts/settings-routes";
import type {
  CreatedWebhook,
  Delivery,
  DeliveryId,
  NewWebhook,
  Webhook,
  WebhookChanges,
  WebhookId,
} from "@satchel/contracts";
import { api } from "../../session/api.ts";
import { takeFrom } from "../../session/takeFrom.ts";

/** Webhooks, and the log of each. Ending one is optimistic, and reverted on failure. */
const webhooksApi = api.enhanceEndpoints({ addTagTypes: ["Webhooks", "Deliveries"] }).injectEndpoints({
  endpoints: (build) => ({
    webhooks: build.query<Webhook[], void>({
      query: () => ({ operation: listWebhooks }),
      transformResponse: (answer: { webhooks: Webhook[] }) => answer.webhooks,
      providesTags: ["Webhooks"],
    }),
    createWebhook: build.mutation<CreatedWebhook, NewWebhook>({
      query: (body) => ({ operation: createWebhook, body }),
      invalidatesTags: ["Webhooks"],
    }),
    changeWebhook: build.mutation<Webhook, { id: WebhookId } & WebhookChanges>({
      query: ({ id, ...body }) => ({ operation: changeWebhook, params: { id }, body }),
      invalidatesTags: ["Webhooks"],
    }),
    endWebhook: build.mutation<null, WebhookId>({
      query: (id) => ({ operation: deleteWebhook, params: { id } }),
      invalidatesTags: ["Webhooks"],
      onQueryStarted: takeFrom("webhooks"),
    }),
    testWebhook: build.mutation<{ id: DeliveryId }, WebhookId>({
      query: (id) => ({ operation: testWebhook, params: { id } }),
    }),
    deliveries: build.query<Delivery[], WebhookId>({
      query: (id) => ({ operation: listDeliveries, params: { id } }),
      transformResponse: (answer: { deliveries: Delivery[] }) => answer.deliveries,
      providesTags: ["Deliveries"],
    }),
    replayDelivery: build.mutation<{ id: DeliveryId }, { id: WebhookId; delivery: DeliveryId }>({
      query: (params) => ({ operation: replayDelivery, params }),
    }),
  }),
});

export const {
  useChangeWebhookMutation,
  useCreateWebhookMutation,
  useDeliveriesQuery,
  useEndWebhookMutation,
  useReplayDeliveryMutation,
  useTestWebhookMutation,
  useWebhooksQuery,
} = webhooksApi;
