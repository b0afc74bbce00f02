import { texts } from "@satchel/contracts";
import { Component, type ReactNode } from "react";

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
        <h1 className="title-section">Something broke</h1>
        <p>{texts.unexpected}</p>
        <button type="button" className="btn btn--accent" onClick={() => window.location.reload()}>
          Try Again
        </button>
      </main>
    );
  }
}
