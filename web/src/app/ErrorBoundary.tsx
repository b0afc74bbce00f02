import { texts } from "@satchel/contracts";
import { Component, type ReactNode } from "react";
import i18next from "i18next";
import { sayerOf } from "../kit/catalogue/useCatalogue.ts";
import { PartGone, PartMissing } from "../kit/parts/loadPart.ts";
import { TakeOver } from "../kit/SoloPage.tsx";

/** Shows an error instead of a blank page. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: undefined };

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error: error ?? new Error("unknown") };
  }

  override render(): ReactNode {
    const error: unknown = this.state.error;
    if (error === undefined) return this.props.children;
    const t = i18next.getFixedT(null, "kit");
    const say = sayerOf(i18next.getFixedT(null, "catalogue"));
    const text =
      error instanceof PartGone
        ? t("part.gone")
        : error instanceof PartMissing
          ? t("part.missing")
          : say(texts.unexpected);
    return (
      <main className="lone" role="alert">
        <TakeOver />
        <h1 className="title-section">{t("broken")}</h1>
        <p>{text}</p>
        <button type="button" className="btn btn--accent" onClick={() => window.location.reload()}>
          {t(error instanceof PartMissing || error instanceof PartGone ? "part.reload" : "tryAgain")}
        </button>
      </main>
    );
  }
}
