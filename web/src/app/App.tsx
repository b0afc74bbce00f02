import { lazy, Suspense } from "react";
import { BrowserRouter, Outlet, Route, Routes } from "react-router-dom";
import { Dragging } from "../dnd/Dragging.tsx";
import { OfflineBar } from "../features/connection/OfflineBar.tsx";
import { selectHasNewVersion } from "../features/offline/version.slice.ts";
import { RequireSession } from "../features/session/RequireSession.tsx";
import { Toasts } from "../features/shell/Toasts.tsx";
import { useAppSelector } from "./hooks.ts";
import {
  CapturesPage,
  ConfirmAddressPage,
  ConnectDonePage,
  ConnectPage,
  LandingPage,
  LinksPage,
  PrivacyPage,
  ResetPasswordPage,
  SharePage,
  TagsPage,
} from "./pages.ts";

const NotFound = lazy(async () => ({ default: (await import("../features/shell/NotFound.tsx")).NotFound }));
const NewVersionBar = lazy(async () => ({
  default: (await import("../features/offline/NewVersionBar.tsx")).NewVersionBar,
}));

/** The routes, and what lies over all of them. */
export function App() {
  const hasNewVersion = useAppSelector(selectHasNewVersion);

  return (
    <BrowserRouter>
      <Suspense>
        <Routes>
          <Route path="/" element={<LandingPage />} />
          <Route
            element={
              <RequireSession>
                <Outlet />
              </RequireSession>
            }
          >
            <Route path="/links" element={<LinksPage />} />
            <Route path="/tags" element={<TagsPage />} />
            <Route path="/captures" element={<CapturesPage />} />
          </Route>
          <Route path="/reset-password" element={<ResetPasswordPage />} />
          <Route path="/privacy" element={<PrivacyPage />} />
          <Route path="/confirm-address" element={<ConfirmAddressPage />} />
          <Route path="/connect" element={<ConnectPage />} />
          <Route path="/connect/done" element={<ConnectDonePage />} />
          <Route
            path="/share"
            element={
              <RequireSession comesBack>
                <SharePage />
              </RequireSession>
            }
          />
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
      <Dragging />
      <OfflineBar />
      {hasNewVersion && (
        <Suspense>
          <NewVersionBar />
        </Suspense>
      )}
      <Toasts />
    </BrowserRouter>
  );
}
