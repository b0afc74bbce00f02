import { useEffect, useState } from "react";
import { navigate } from "wouter/use-browser-location";
import type { ReturnTarget } from "../../session/session.slice.ts";

const PROBLEMS = ["denied", "unverified", "closed", "taken", "full", "away", "limited", "expired", "failed"] as const;

/** How a single sign-on came back to this page. The word in the query is one of a list; no text is taken from there. */
interface SignOnReturn {
  readonly outcome: "proof" | "connected" | (typeof PROBLEMS)[number];
  /** The short name of the provider. */
  readonly provider: string;
  readonly stayLoggedIn: boolean;
  /** Whether it was begun in the settings of an account. */
  readonly isConnecting: boolean;
}

/** Reads how a single sign-on came back; undefined when none did. */
function returnedIn(query: URLSearchParams): SignOnReturn | undefined {
  const word = query.get("sso");
  if (word === null) return undefined;
  const outcome = word === "proof" || word === "connected" ? word : PROBLEMS.find((each) => each === word);
  return {
    outcome: outcome ?? "failed",
    provider: query.get("provider") ?? "",
    stayLoggedIn: query.get("stay") !== "false",
    isConnecting: query.has("connecting"),
  };
}

/**
 * How a single sign-on came back. The query is removed, so that a reload does not say it again; a signed-in person is
 * redirected anyway.
 */
export function useReturned(isSignedOut: boolean): SignOnReturn | undefined {
  // While the document is made by the build, there is no address.
  const [query] = useState(() => new URLSearchParams(globalThis.location?.search));
  const [returned] = useState(() => returnedIn(query));
  useEffect(() => {
    if (returned === undefined || !isSignedOut) return;
    const wanted = query.get("return_to");
    navigate("/", { replace: true, state: wanted === null ? null : ({ wanted } satisfies ReturnTarget) });
  }, [query, returned, isSignedOut]);
  return returned;
}
