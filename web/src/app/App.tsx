import { createElement } from "react";
import { Router, useLocation } from "wouter";
import { Dragging } from "../features/dnd/Dragging.tsx";
import { OfflineBar } from "../features/offline/OfflineBar.tsx";
import { selectHasNewVersion } from "../features/offline/offline.slice.ts";
import { RequireSession } from "../session/RequireSession.tsx";
import { Toasts } from "./shell/Toasts.tsx";
import { useAppSelector } from "../kit/state.ts";
import { afterLoading, isOfArchive, pageAt } from "./pages.ts";
import { part } from "../kit/parts/part.tsx";
import type { Route } from "./routes.ts";

const NotFound = part("shell/NotFound", async () => (await import("./shell/NotFound.tsx")).NotFound, {
  texts: ["archive"],
});
const NewVersionBar = part(
  "offline/NewVersionBar",
  async () => (await import("../features/offline/NewVersionBar.tsx")).NewVersionBar,
);

/** Beside those of the archive, the pages that need a verified session; after signing in, they are opened again. */
const INSIDE_AND_BACK: ReadonlySet<string> = new Set<Route>(["/share"]);

/** The page of the current address. */
function Page() {
  const [path] = useLocation();
  const page = createElement(pageAt(path) ?? NotFound, { key: path });
  if (isOfArchive(path)) return <RequireSession>{page}</RequireSession>;
  return INSIDE_AND_BACK.has(path) ? <RequireSession comesBack>{page}</RequireSession> : page;
}

/** The routes, and what is above all of them: toasts, bars. */
export function App() {
  const hasNewVersion = useAppSelector(selectHasNewVersion);
  return (
    <Router aroundNav={afterLoading}>
      <Page />
      <Dragging />
      <OfflineBar />
      {hasNewVersion && <NewVersionBar />}
      <Toasts />
    </Router>
  );
}
