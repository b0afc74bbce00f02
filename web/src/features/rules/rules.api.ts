import type { BulkAnswer, NewRule, Rule, RuleChanges, RuleId, RulePreview } from "@satchel/contracts";
import { ruleTexts, texts } from "@satchel/contracts";
import {
  applyRule,
  changeRule,
  createRule,
  deleteRule,
  listRules,
  previewRule,
  restoreRule,
} from "@satchel/contracts/settings-routes";
import i18next from "i18next";
import type { AppThunk } from "../../kit/state.ts";
import { errorShown, noteShown } from "../../kit/toasts.slice.ts";
import { isAway, isProblem, reasonOf } from "../../kit/transport/call.ts";
import { refreshAll } from "../../links/refresh.ts";
import { offerBulkUndo } from "../../links/selection/bulk.api.ts";
import { api } from "../../session/api.ts";
import { takeFrom } from "../../session/takeFrom.ts";
import { ask } from "../../session/ask.ts";
import { newName } from "../../session/flags.ts";
import { offerUndo } from "../../session/undo.slice.ts";
import { moved } from "./order.ts";

/** The account's rules. Switching, moving and deleting them are optimistic, and reverted on failure. */
const rulesApi = api.enhanceEndpoints({ addTagTypes: ["Rules"] }).injectEndpoints({
  endpoints: (build) => ({
    rules: build.query<Rule[], void>({
      query: () => ({ operation: listRules }),
      transformResponse: (answer: { rules: Rule[] }) => answer.rules,
      providesTags: ["Rules"],
    }),
    createRule: build.mutation<Rule, NewRule>({
      query: (body) => ({ operation: createRule, body, key: newName() }),
      invalidatesTags: ["Rules"],
    }),
    changeRule: build.mutation<Rule, { readonly id: RuleId } & RuleChanges>({
      query: ({ id, ...body }) => ({ operation: changeRule, params: { id }, body }),
      invalidatesTags: ["Rules"],
      onQueryStarted: async ({ id, position, ...changes }, { dispatch, queryFulfilled }) => {
        const patch = dispatch(
          rulesApi.util.updateQueryData("rules", undefined, (rules) =>
            moved(
              rules.map((rule) => (rule.id === id ? { ...rule, ...changes } : rule)),
              id,
              position,
            ),
          ),
        );
        await queryFulfilled.catch(patch.undo);
      },
    }),
    deleteRule: build.mutation<null, RuleId>({
      query: (id) => ({ operation: deleteRule, params: { id } }),
      invalidatesTags: ["Rules"],
      onQueryStarted: takeFrom("rules"),
    }),
    restoreRule: build.mutation<Rule, RuleId>({
      query: (id) => ({ operation: restoreRule, params: { id } }),
      invalidatesTags: ["Rules"],
    }),
    previewRule: build.mutation<RulePreview, NewRule>({
      query: (body) => ({ operation: previewRule, body }),
    }),
  }),
});

export const { useChangeRuleMutation, useCreateRuleMutation, usePreviewRuleMutation, useRulesQuery } = rulesApi;

/** The message for a failed call: what is wrong with a rule in the reader's language, else a text of the catalogue. */
export const failureOf = (error: unknown): string => {
  if (isProblem(error) && isAway(error.status)) return texts.offline;
  const reason = reasonOf(error, texts.unexpected);
  const faults = Object.keys(ruleTexts) as (keyof typeof ruleTexts)[];
  const fault = faults.find((key) => ruleTexts[key] === reason);
  return fault === undefined ? reason : i18next.getFixedT(null, "rules")(`faults.${fault}`);
};

/** Changes a rule, and shows a failure. @returns whether it was changed */
export const change =
  (id: RuleId, changes: RuleChanges): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const { error } = await dispatch(rulesApi.endpoints.changeRule.initiate({ id, ...changes }));
    if (error !== undefined) dispatch(errorShown(failureOf(error)));
    return error === undefined;
  };

/** Deletes a rule, and offers to undo that. */
export const remove =
  ({ id, name }: Rule): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const { error } = await dispatch(rulesApi.endpoints.deleteRule.initiate(id));
    if (error !== undefined) {
      dispatch(errorShown(failureOf(error)));
      return;
    }
    const restore = () => dispatch(rulesApi.endpoints.restoreRule.initiate(id)).unwrap();
    const text = i18next.getFixedT(null, "rules")("deleted", { name });
    dispatch(offerUndo(text, restore, { operation: restoreRule, params: { id } }));
  };

/** Applies a rule to the links that are there, and offers to undo that as one. @returns whether it was applied */
export const apply =
  ({ id, name }: Rule): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const { data, error } = await dispatch(ask<BulkAnswer>({ operation: applyRule, params: { id } }));
    if (error !== undefined) {
      dispatch(errorShown(failureOf(error)));
      return false;
    }
    await dispatch(refreshAll());
    const [failed] = data.failed;
    if (failed !== undefined) dispatch(errorShown(failed.detail));
    const text = i18next.getFixedT(null, "rules")("applied", { name, count: data.changed });
    const { bulk_id, changed } = data;
    // Links that were changed since stay as they are.
    const onUndone = (answer: BulkAnswer): void => {
      if (answer.changed < changed) dispatch(noteShown(i18next.getFixedT(null, "rules")("undonePartly")));
    };
    dispatch(changed === 0 ? noteShown(text) : offerBulkUndo(text, bulk_id, onUndone));
    return true;
  };
