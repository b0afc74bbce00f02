import { useEffect } from "react";
import { BrowserRouter, Route, Routes } from "react-router-dom";
import { ConfirmAddressPage } from "../features/confirm-address/ConfirmAddressPage.tsx";
import { LandingPage } from "../features/landing/LandingPage.tsx";
import { LinksPage } from "../features/links/LinksPage.tsx";
import { ResetPasswordPage } from "../features/reset-password/ResetPasswordPage.tsx";
import { RequireSession } from "../features/session/RequireSession.tsx";
import { checkStatus } from "../features/session/session.api.ts";
import { NotFound } from "../features/shell/NotFound.tsx";
import { Toasts } from "../features/shell/Toasts.tsx";
import { useAppDispatch } from "./hooks.ts";

/** The routes, and what lies over all of them. */
export function App() {
  const dispatch = useAppDispatch();
  useEffect(() => void dispatch(checkStatus()), [dispatch]);

  return (
    <BrowserRouter>
      <Routes>
        <Route path="/" element={<LandingPage />} />
        <Route
          path="/links"
          element={
            <RequireSession>
              <LinksPage />
            </RequireSession>
          }
        />
        <Route path="/reset-password" element={<ResetPasswordPage />} />
        <Route path="/confirm-address" element={<ConfirmAddressPage />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
      <Toasts />
    </BrowserRouter>
  );
}
