import { Suspense } from "react";
import { Router, useLocation } from "wouter";
import { Dragging } from "../dnd/Dragging.tsx";
import { OfflineBar } from "../features/connection/OfflineBar.tsx";
import { selectHasNewVersion } from "../features/offline/version.slice.ts";
import { RequireSession } from "../features/session/RequireSession.tsx";
import { Toasts } from "../features/shell/Toasts.tsx";
import { useAppSelector } from "./hooks.ts";
import { afterLoading, pageAt } from "./pages.ts";
import { part } from "./part.tsx";
import type { Route } from "./routes.ts";

const NotFound = part("shell/NotFound", async () => (await import("../features/shell/NotFound.tsx")).NotFound);
const NewVersionBar = part(
  "offline/NewVersionBar",
  async () => (await import("../features/offline/NewVersionBar.tsx")).NewVersionBar,
  { texts: ["offline"] },
);

/** The pages that only a verified session sees; from some of them one comes back after signing in. */
const INSIDE: ReadonlySet<string> = new Set<Route>(["/links", "/tags", "/captures"]);
const INSIDE_AND_BACK: ReadonlySet<string> = new Set<Route>(["/share"]);

/** The page of the present address. */
function Page() {
  const [path] = useLocation();
  const At = pageAt(path) ?? NotFound;
  if (INSIDE.has(path))
    return (
      <RequireSession>
        <At key={path} />
      </RequireSession>
    );
  if (INSIDE_AND_BACK.has(path))
    return (
      <RequireSession comesBack>
        <At />
      </RequireSession>
    );
  return <At />;
}

/** The routes, and what lies over all of them. */
export function App() {
  const hasNewVersion = useAppSelector(selectHasNewVersion);
  return (
    <Router aroundNav={afterLoading}>
      <Suspense>
        <Page />
      </Suspense>
      <Dragging />
      <OfflineBar />
      {hasNewVersion && <NewVersionBar />}
      <Toasts />
    </Router>
  );
}
