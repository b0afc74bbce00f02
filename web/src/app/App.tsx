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
import { routeOf } from "./routes.ts";

const NotFound = part("shell/NotFound", async () => (await import("./shell/NotFound.tsx")).NotFound, {
  texts: ["archive"],
});
const NewVersionBar = part(
  "offline/NewVersionBar",
  async () => (await import("../features/offline/NewVersionBar.tsx")).NewVersionBar,
);

/** The page of the current address. */
function Page() {
  const [path] = useLocation();
  const page = createElement(pageAt(path) ?? NotFound, { key: path });
  const isInside = isOfArchive(path) || routeOf(path) === "/share";
  return isInside ? <RequireSession>{page}</RequireSession> : page;
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
