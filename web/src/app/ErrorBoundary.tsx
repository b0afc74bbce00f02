import { texts } from "@satchel/contracts";
import { Component, type ReactNode } from "react";
import { inLanguage } from "./i18n/catalogue.ts";
import { sayer } from "./i18n/i18n.ts";
import { TakeOver } from "../first/TakeOver.tsx";

/** Shows that something broke instead of a blank page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    const say = sayer("shell");
    return (
      <main className="lone" role="alert">
        <TakeOver />
        <h1 className="title-section">{say("broken")}</h1>
        <p>{inLanguage(texts.unexpected)}</p>
        <button type="button" className="btn btn--accent" onClick={() => window.location.reload()}>
          {say("tryAgain")}
        </button>
      </main>
    );
  }
}
