import { useEffect, useRef } from "react";
import { useStore } from "react-redux";
import type { RootState } from "../kit/state.ts";
import { useUser } from "./api.ts";
import { draftOf, dropDraft, keepDraft } from "./drafts.ts";
import { selectStatus } from "./session.slice.ts";

/**
 * Keeps what is in a form when the session ends while it is open, as by signing out in another tab. The same account gets it
 * back in this tab when the form is opened again, once. Closing the form keeps nothing.
 * @param what names the form, and what it is about
 * @param form undefined: nothing was typed
 */
export function useKeptForm<Form extends object>(
  what: string,
  form: Form | undefined,
  restore: (form: Form) => void,
): void {
  // The page knows no id of the account; this never changes, and two accounts of one browser do not share it.
  const account = useUser()?.created_at;
  const store = useStore<RootState>();
  const latest = useRef({ form, restore });
  useEffect(() => {
    latest.current = { form, restore };
  });
  useEffect(() => {
    if (account === undefined) return undefined;
    const name = `${what}.${account}`;
    const kept = draftOf<Form>(name);
    dropDraft(name);
    if (kept !== undefined) latest.current.restore(kept);
    return () => {
      if (selectStatus(store.getState()) === "anonymous") keepDraft(name, latest.current.form);
    };
  }, [what, account, store]);
}
