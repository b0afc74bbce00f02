import "@fontsource-variable/fraunces/opsz.css";
import "@fontsource-variable/inter/opsz.css";
import { texts } from "@satchel/contracts";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Provider } from "react-redux";
import { App } from "./app/App.tsx";
import { ErrorBoundary } from "./app/ErrorBoundary.tsx";
import { store } from "./app/store.ts";
import { errorShown } from "./features/shell/toasts.slice.ts";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/controls.css";
import "./styles/fields.css";
import "./styles/small-parts.css";
import "./styles/shell.css";
import "./styles/shell-narrow.css";
import "./styles/links.css";
import "./styles/link-states.css";
import "./styles/links-phone.css";
import "./styles/floating.css";
import "./styles/landing.css";
import "./styles/landing-picture.css";
import "./styles/password.css";

const showUnexpected = (): void => void store.dispatch(errorShown(texts.unexpected));
window.addEventListener("error", showUnexpected);
window.addEventListener("unhandledrejection", showUnexpected);

const root = document.getElementById("root");
if (root === null) throw new Error("index.html has no #root");
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <Provider store={store}>
        <App />
      </Provider>
    </ErrorBoundary>
  </StrictMode>,
);
