import { type ReactNode, useEffect, useLayoutEffect } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";

/** A page of a single card, for visitors from outside. @param tab title of the browser's tab */
export function SoloPage({ tab, children }: { tab: string; children: ReactNode }) {
  useEffect(() => {
    document.title = tab;
  }, [tab]);

  return (
    <div className="solo">
      <TakeOver />
      <header>
        <Brand />
      </header>
      <main>{children}</main>
    </div>
  );
}

/** Whether the document shows its prerendered content (`public/first.js`, {@link TakeOver}). */
export const standsIn = (): boolean =>
  document.getElementById("first") !== null && !document.documentElement.classList.contains("hides-first");

function takeOver(): void {
  document.getElementById("first")?.remove();
  document.documentElement.classList.remove("is-narrow", "hides-first", "hides-title");
}

/** Removes the prerendered content just before the page itself is painted. */
export function TakeOver(): null {
  useLayoutEffect(takeOver, []);
  return null;
}

/** The satchel in the current text color. */
export function Mark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <MarkShape />
    </svg>
  );
}

/** The paths of the mark, for pictures that contain it. */
export function MarkShape() {
  return (
    <>
      <path
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        d="M8.25 6.4V5.5a2.25 2.25 0 0 1 2.25-2.25h3a2.25 2.25 0 0 1 2.25 2.25v.9"
      />
      <path
        fill="currentColor"
        fillRule="evenodd"
        d="M5.5 6h13a4 4 0 0 1 4 4v.6l-8.7 5.4a3.4 3.4 0 0 1-3.6 0L1.5 10.6V10a4 4 0 0 1 4-4Zm6.5 4.6a1.4 1.4 0 1 0 0 2.8 1.4 1.4 0 0 0 0-2.8Z"
      />
      <path
        fill="currentColor"
        d="m1.5 12.9 7.7 4.8a5.3 5.3 0 0 0 5.6 0l7.7-4.8V17a4 4 0 0 1-4 4h-13a4 4 0 0 1-4-4v-4.1Z"
      />
    </>
  );
}

/** Logo and name, leading to `/`. */
export function Brand() {
  const { t } = useTranslation("kit");
  return (
    <Link className="brand" to="/" aria-label={t("home")}>
      <Mark />
      <b>Satchel</b>
    </Link>
  );
}
