import { type ReactNode, useDeferredValue } from "react";
import { Redirect, useLocation } from "wouter";
import { useQueryString } from "../kit/hooks.ts";
import { useAppSelector } from "../kit/state.ts";
import { selectStatus } from "./session.slice.ts";
import type { ReturnTarget } from "./session.slice.ts";

/**
 * Shows its children to a verified session, and nothing until that is known; others are redirected to `/`. After signing in
 * this page is opened again, unless its owner left it by signing out: what comes next may be of somebody else.
 */
export function RequireSession({ children }: { children: ReactNode }) {
  // Deferred, so that React renders the whole page, which appears at once, in short steps.
  const status = useDeferredValue(useAppSelector(selectStatus));
  const hasLeft = useAppSelector(({ session }) => session.hasLeft);
  const [pathname] = useLocation();
  const search = useQueryString();
  if (status === "unknown") return null;
  if (status === "anonymous") {
    return <Redirect to="/" replace state={hasLeft ? null : ({ wanted: pathname + search } satisfies ReturnTarget)} />;
  }
  return children;
}
