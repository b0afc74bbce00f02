import i18next from "i18next";
import { Component, type ReactNode } from "react";
import { TakeOver } from "../first/TakeOver.tsx";

/** Shows that something broke instead of a blank page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <main className="lone" role="alert">
        <TakeOver />
        <h1 className="title-section">{i18next.t("shell:broken")}</h1>
        <p>{i18next.t("catalogue:unexpected")}</p>
        <button type="button" className="btn btn--accent" onClick={() => window.location.reload()}>
          {i18next.t("shell:tryAgain")}
        </button>
      </main>
    );
  }
}
