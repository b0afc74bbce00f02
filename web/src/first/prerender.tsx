/**
 * Run by the build (vite/documents.ts), not by the page: what documents show before their scripts have come, and which
 * answers they ask for at once.
 */
import { combineReducers, configureStore } from "@reduxjs/toolkit";
import type { PublicConfig } from "@satchel/contracts";
import { countLinks, getConfig, getStatus, getUser, listFolders, listTags } from "@satchel/contracts/routes";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Provider } from "react-redux";
import { StaticRouter } from "react-router-dom";
import { speakFirst } from "../app/i18n/i18n.ts";
import type { Language } from "../app/i18n/language.ts";
import { pathOf } from "../app/transport/call.ts";
import { LandingPage } from "../features/landing/LandingPage.tsx";
import { COUNTED } from "../features/links/firstAnswers.ts";
import { firstStretch } from "../features/links/lists.api.ts";
import { filtersOf } from "../features/links/view.ts";
import { session, signedOut } from "../features/session/session.slice.ts";
import { config, configTold } from "../features/shell/config.slice.ts";
import { toasts } from "../features/shell/toasts.slice.ts";
import { ArchiveFrame } from "./ArchiveFrame.tsx";

/** A document that is made for one address, beside `index.html` for all others. */
export interface FirstSight {
  /** What it shows, as HTML. */
  readonly body: string;
  /** The paths of the answers that its page begins with. */
  readonly answers: readonly string[];
}
export type FirstPage = "landing" | "archive";

// A browser that the page runs in has passkeys, nearly always: room is kept for them.
Object.assign(globalThis, { PublicKeyCredential: { parseRequestOptionsFromJSON: () => ({}) } });

/** Where the gateway writes what it says of itself (services/gateway/src/web/documents.ts). */
const ROOM = {
  save_address: "{{save_address}}",
  support_address: "{{support_address}}",
  extension: {},
  outbox: false,
} satisfies PublicConfig;

function landing(): ReactNode {
  const store = configureStore({
    reducer: combineReducers({ session: session.reducer, config: config.reducer, toasts: toasts.reducer }),
  });
  store.dispatch(signedOut());
  store.dispatch(configTold(ROOM));
  return (
    <Provider store={store}>
      <StaticRouter location="/">
        <LandingPage />
      </StaticRouter>
    </Provider>
  );
}

const answersOf: Record<FirstPage, readonly string[]> = {
  landing: [getStatus, getConfig].map((operation) => pathOf({ operation })),
  archive: [
    pathOf({ operation: getStatus }),
    pathOf(firstStretch({})),
    ...[getConfig, getUser, listFolders, listTags].map((operation) => pathOf({ operation })),
    ...COUNTED.map((view) => pathOf({ operation: countLinks, query: filtersOf(view) })),
  ],
};

/** What the documents of both pages show and ask for, in a language. */
export async function firstSights(language: Language): Promise<Record<FirstPage, FirstSight>> {
  await speakFirst(language, ["start", "landing", "archive"]);
  return {
    landing: { body: renderToStaticMarkup(landing()), answers: answersOf.landing },
    archive: { body: renderToStaticMarkup(<ArchiveFrame />), answers: answersOf.archive },
  };
}
