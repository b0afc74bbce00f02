import "@fontsource-variable/fraunces/opsz.css";
import "@fontsource-variable/inter/wght.css";
import { texts } from "@satchel/contracts";
import i18next from "i18next";
import { startTransition, StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { App } from "./app/App.tsx";
import { firstView } from "./kit/parts/firstView.ts";
import { startTexts } from "./app/startTexts.ts";
import { firstLanguage, storedLanguage } from "./kit/i18n/language.ts";
import { loadTexts } from "./kit/i18n/loadTexts.ts";
import { ErrorBoundary } from "./app/ErrorBoundary.tsx";
import { askFirst, preload, textsOf } from "./app/pages.ts";
import { archive, store } from "./app/store.ts";
import { startOffline } from "./features/offline/start.ts";
import { hasSessionHint } from "./session/flags.ts";
import { followOtherTabs, resume } from "./session/session.api.ts";
import { selectStatus } from "./session/session.slice.ts";
import { errorShown } from "./kit/toasts.slice.ts";
import { standsIn } from "./kit/SoloPage.tsx";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/fields.css";
import "./styles/small-parts.css";
import "./styles/shell.css";
import "./styles/shell-narrow.css";
import "./styles/link-states.css";
import "./styles/floating.css";
import "./styles/dialogs.css";
import "./styles/landing.css";
import "./styles/landing-picture.css";
import "./styles/password.css";
import "./styles/print.css";
import "./app/first/first.css";

const showUnexpected = (): void => void store.dispatch(errorShown(texts.unexpected));
// An event without an error is no failure: sizes that a ResizeObserver sees one frame later.
window.addEventListener("error", (event) => void (event.error && showUnexpected()));
window.addEventListener("unhandledrejection", showUnexpected);

/** Milliseconds for which what the document shows stays, while the first answers are on their way. */
const ANSWERS_MS = 500;

/** Finds out who is there, and asks for what they came for. Resolves when that is there, or late. */
async function begin(target: Pick<Location, "pathname" | "search">): Promise<void> {
  await store.dispatch(resume());
  if (selectStatus(store.getState()) !== "verified") return;
  // Where its script can't be loaded, that is tried again when the page is shown.
  await store.dispatch(askFirst(target)).catch(() => undefined);
}

/** Shows the page once it can say something. Not at the top level: what it loads may need this very module. */
async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (root === null) throw new Error("No #root");
  const { pathname, search } = window.location;
  // From `/`, who is signed in is led on to the links.
  const target = pathname === "/" && hasSessionHint() ? { pathname: "/links", search: "" } : { pathname, search };
  preload(target.pathname);
  store.dispatch(followOtherTabs());
  const begun = begin(target).catch(showUnexpected);
  await startTexts(firstLanguage(storedLanguage(), navigator.languages), textsOf(target.pathname));
  document.documentElement.lang = i18next.language;
  // Drawn with the first answers it is drawn once. Where nothing stands in for it meanwhile, it waits for none.
  if (pathname === "/links" && standsIn())
    await Promise.race([begun, new Promise((resolve) => window.setTimeout(resolve, ANSWERS_MS))]);
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <ErrorBoundary>
          <Provider store={store}>
            <App />
          </Provider>
        </ErrorBoundary>
      </StrictMode>,
    ),
  );
  await firstView();
  // Only failures are said by it.
  loadTexts(["catalogue"]).catch(() => undefined);
  startOffline(store, archive);
}

void start();
