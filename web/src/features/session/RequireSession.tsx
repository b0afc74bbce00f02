import { type ReactNode, useEffect } from "react";
import { Navigate } from "react-router-dom";
import { api } from "../../app/api.ts";
import { useAppDispatch, useAppSelector } from "../../app/hooks.ts";
import { selectStatus } from "./session.slice.ts";

function Inside({ children }: { children: ReactNode }) {
  const dispatch = useAppDispatch();
  // What one account has loaded must not be there for the next.
  useEffect(() => () => void dispatch(api.util.resetApiState()), [dispatch]);
  return children;
}

/** Shows its children to a verified session; anyone else goes to `/`. Shows nothing until that is known. */
export function RequireSession({ children }: { children: ReactNode }) {
  const status = useAppSelector(selectStatus);
  if (status === "unknown") return null;
  if (status === "anonymous") return <Navigate to="/" replace />;
  return <Inside>{children}</Inside>;
}
