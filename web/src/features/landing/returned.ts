import { useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import { useQuery } from "../../kit/hooks.ts";
import type { ReturnTarget } from "../../session/session.slice.ts";

const PROBLEMS = ["denied", "unverified", "closed", "away", "limited", "expired", "failed"] as const;

/** How a single sign-on came back to this page. The word in the query is one of a list; no text is taken from there. */
interface Returned {
  readonly outcome: "proof" | (typeof PROBLEMS)[number];
  /** The short name of the provider. */
  readonly provider: string;
  readonly stayLoggedIn: boolean;
}

/** Reads how a single sign-on came back; undefined when none did. */
export function returnedIn(query: URLSearchParams): Returned | undefined {
  const word = query.get("sso");
  if (word === null) return undefined;
  const outcome = word === "proof" ? word : (PROBLEMS.find((each) => each === word) ?? "failed");
  return { outcome, provider: query.get("provider") ?? "", stayLoggedIn: query.get("stay") !== "false" };
}

/** How a single sign-on came back. The query is removed, so that a reload does not say it again. */
export function useReturned(): Returned | undefined {
  const query = useQuery();
  const [returned] = useState(() => returnedIn(query));
  useEffect(() => {
    if (!query.has("sso")) return;
    const wanted = query.get("return_to");
    navigate("/", { replace: true, state: wanted === null ? null : ({ wanted } satisfies ReturnTarget) });
  }, [query]);
  return returned;
}
