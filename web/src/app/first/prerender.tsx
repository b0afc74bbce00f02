import { combineReducers, configureStore } from "@reduxjs/toolkit";
import { renderToStaticMarkup } from "react-dom/server";
import { Provider } from "react-redux";
import { Router } from "wouter";
import { useTranslation } from "react-i18next";
import { startTexts } from "../startTexts.ts";
import type { Language } from "../../kit/i18n/language.ts";
import { LandingPage } from "../../features/landing/LandingPage.tsx";
import { session, signedOut } from "../../session/session.slice.ts";
import { config, configTold } from "../../session/config.slice.ts";
import { toasts } from "../../kit/toasts.slice.ts";
import { Mark } from "../../kit/SoloPage.tsx";
import { Skeleton } from "../../links/ListStates.tsx";

/** Run by the build (vite/documents.ts), not by the page: the content of documents before their scripts are loaded. */

// Nearly all supported browsers have passkeys, so space is reserved for their button.
Object.assign(globalThis, { PublicKeyCredential: { parseRequestOptionsFromJSON: () => ({}) } });

/** The content of the documents of both pages in a language, as HTML. */
export async function prerender(language: Language): Promise<Record<"landing" | "archive", string>> {
  await startTexts(language, ["kit", "landing", "links"]);
  const store = configureStore({
    reducer: combineReducers({ session: session.reducer, config: config.reducer, toasts: toasts.reducer }),
  });
  store.dispatch(signedOut());
  store.dispatch(
    configTold({
      // Placeholders that the gateway fills in (services/gateway/src/web/documents.ts).
      save_address: "{{save_address}}",
      support_address: "{{support_address}}",
      report_address: "{{support_address}}",
      extension: {},
      outbox: false,
    }),
  );
  return {
    landing: renderToStaticMarkup(
      <Provider store={store}>
        <Router ssrPath="/">
          <LandingPage />
        </Router>
      </Provider>,
    ),
    archive: renderToStaticMarkup(<ArchiveFrame />),
  };
}

const rows = [1, 2, 3, 4, 5, 6, 7];

/** The archive before anything is loaded. Its heading is that of all links: `public/first.js` hides it in other views. */
function ArchiveFrame() {
  const { t } = useTranslation("links");
  return (
    <div className="app" aria-hidden="true">
      <div className="side">
        <div className="side__head">
          <span className="brand">
            <Mark />
            <b>Satchel</b>
          </span>
        </div>
      </div>
      <div className="main">
        <div className="topbar">
          <div className="bar" />
        </div>
        <div className="page">
          <div className="page__head">
            <div>
              <h1 className="title-page">{t("title.all")}</h1>
              <i className="shimmer" />
            </div>
          </div>
          <div className="skels" data-view="list">
            <div className="skels__day">
              <i className="shimmer" />
            </div>
            {rows.map((row) => (
              <Skeleton key={row} />
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
