import { type ReactNode, useDeferredValue, useEffect } from "react";
import { Redirect, useLocation } from "wouter";
import { useQueryString } from "../kit/hooks.ts";
import { loadedApi } from "./apiSlot.ts";
import { useAppDispatch, useAppSelector } from "../kit/state.ts";
import { selectStatus } from "./session.slice.ts";
import type { ReturnTarget } from "./session.slice.ts";

function Inside({ children }: { children: ReactNode }) {
  const dispatch = useAppDispatch();
  // What one account has loaded must not be there for the next.
  useEffect(
    () => () => {
      const api = loadedApi();
      if (api !== undefined) dispatch(api.util.resetApiState());
    },
    [dispatch],
  );
  return children;
}

interface RequireSessionProps {
  readonly children: ReactNode;
  /** Whoever had to sign in first comes back here. */
  readonly comesBack?: boolean;
}

/** Shows its children to a verified session; anyone else goes to `/`. Shows nothing until that is known. */
export function RequireSession({ children, comesBack = false }: RequireSessionProps) {
  // What is inside is drawn in short steps: all of the page comes at once, as soon as it is known who is there.
  const status = useDeferredValue(useAppSelector(selectStatus));
  const [pathname] = useLocation();
  const search = useQueryString();
  if (status === "unknown") return null;
  if (status === "anonymous") {
    return (
      <Redirect to="/" replace state={comesBack ? ({ wanted: pathname + search } satisfies ReturnTarget) : null} />
    );
  }
  return <Inside>{children}</Inside>;
}
