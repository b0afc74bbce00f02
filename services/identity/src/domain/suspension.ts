import {
  type Decision,
  happened,
  type NoResult,
  nothingToDo,
  rejected,
  type SuspensionEvent,
  texts,
} from "@satchel/contracts";
import type { Account } from "./account.ts";

type Outcome = Decision<SuspensionEvent, NoResult>;

const isSuspended = (last: SuspensionEvent | undefined): boolean => last?.type === "AccountSuspended";

const noAccount = (): Outcome => rejected("not-found", texts.server.notFound);

/** Suspends an account that is there. @param last event of its suspension */
export function suspendAccount(account: Account, last: SuspensionEvent | undefined): Outcome {
  if (account !== "registered") return noAccount();
  return isSuspended(last) ? nothingToDo({}) : happened({ type: "AccountSuspended", data: {} });
}

/** Resumes an account that is there. @param last event of its suspension */
export function resumeAccount(account: Account, last: SuspensionEvent | undefined): Outcome {
  if (account !== "registered") return noAccount();
  return isSuspended(last) ? happened({ type: "AccountResumed", data: {} }) : nothingToDo({});
}
