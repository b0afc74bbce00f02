import {
  changeMailSettings,
  changeSecretAddress,
  createSecretAddress,
  deleteSecretAddress,
  getMailSettings,
  listNewsletters,
  muteSender,
  unsubscribe,
} from "@satchel/contracts/settings-routes";
import type {
  MailSettings,
  Newsletters,
  NewSecretAddress,
  SecretAddress,
  SecretAddressChanges,
  SecretAddressId,
} from "@satchel/contracts";
import { api } from "../../session/api.ts";

/** Secret addresses, and who writes to them. A mail that arrives is announced as a capture. Revoking is optimistic. */
const newslettersApi = api.injectEndpoints({
  endpoints: (build) => ({
    newsletters: build.query<Newsletters, void>({
      query: () => ({ operation: listNewsletters }),
      providesTags: ["Captures"],
    }),
    createSecretAddress: build.mutation<SecretAddress, NewSecretAddress>({
      query: (body) => ({ operation: createSecretAddress, body }),
      invalidatesTags: ["Captures"],
    }),
    changeSecretAddress: build.mutation<SecretAddress, { id: SecretAddressId } & SecretAddressChanges>({
      query: ({ id, ...body }) => ({ operation: changeSecretAddress, params: { id }, body }),
      invalidatesTags: ["Captures"],
    }),
    revokeSecretAddress: build.mutation<null, SecretAddressId>({
      query: (id) => ({ operation: deleteSecretAddress, params: { id } }),
      invalidatesTags: ["Captures"],
      onQueryStarted: async (id, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          newslettersApi.util.updateQueryData("newsletters", undefined, (draft) => {
            draft.addresses = draft.addresses.filter((each) => each.id !== id);
          }),
        );
        await queryFulfilled.catch(patch.undo);
      },
    }),
    muteSender: build.mutation<null, { sender: string; isMuted: boolean }>({
      query: ({ sender, isMuted }) => ({ operation: muteSender, body: { sender, is_muted: isMuted } }),
      invalidatesTags: ["Captures"],
    }),
    mailSettings: build.query<MailSettings, void>({
      query: () => ({ operation: getMailSettings }),
      providesTags: ["Captures"],
    }),
    changeMailSettings: build.mutation<MailSettings, boolean>({
      query: (isOn) => ({ operation: changeMailSettings, body: { keeps_attachments: isOn } }),
      onQueryStarted: async (isOn, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          newslettersApi.util.updateQueryData("mailSettings", undefined, (draft) => {
            draft.keeps_attachments = isOn;
          }),
        );
        await queryFulfilled.catch(patch.undo);
      },
    }),
    unsubscribe: build.mutation<null, string>({
      query: (sender) => ({ operation: unsubscribe, body: { sender } }),
    }),
  }),
});

export const {
  useChangeMailSettingsMutation,
  useChangeSecretAddressMutation,
  useCreateSecretAddressMutation,
  useMailSettingsQuery,
  useMuteSenderMutation,
  useNewslettersQuery,
  useRevokeSecretAddressMutation,
  useUnsubscribeMutation,
} = newslettersApi;
