import { Menu } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { TakeOver } from "../../kit/SoloPage.tsx";
import { DockView, ViewSwitch } from "../../links/ViewSwitch.tsx";
import type { View } from "../../links/view.ts";
import { Dock, SearchBox } from "../../features/search/SearchBox.tsx";
import { AddButton } from "../../features/add/AddButton.tsx";
import { useIsPhone, useQueryString } from "../../kit/hooks.ts";
import { SaveAddress } from "../../session/SaveAddress.tsx";
import { OverShell } from "./OverShell.tsx";
import { Sidebar } from "./Sidebar.tsx";
import {
  drawerClosed,
  drawerOpened,
  selectCollapsed,
  selectDrawerOpen,
  storeCollapsed,
} from "../../kit/sidebar.slice.ts";
import { IconButton } from "../../kit/IconButton.tsx";

interface ShellProps {
  /** The list that is shown, if any. */
  readonly view?: View | undefined;
  readonly children: ReactNode;
}

/** Sidebar, top bar, and the page between them. On a phone there is a dock below. */
export function Shell({ view, children }: ShellProps) {
  const dispatch = useAppDispatch();
  const isPhone = useIsPhone();
  const { t } = useTranslation("kit");
  const collapsed = useAppSelector(selectCollapsed);
  const drawerOpen = useAppSelector(selectDrawerOpen);
  const classes = ["app", isPhone && "has-dock", collapsed && "is-narrow", drawerOpen && "is-drawer"]
    .filter(Boolean)
    .join(" ");

  useEffect(() => storeCollapsed(collapsed), [collapsed]);

  // Whatever led to another page: a link of a dialog over the drawer, or the browser's way back.
  const place = useLocation()[0] + useQueryString();
  useEffect(() => void dispatch(drawerClosed()), [place, dispatch]);

  useEffect(() => {
    if (!drawerOpen) return;
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape") dispatch(drawerClosed());
    };
    window.addEventListener("keydown", close);
    return () => {
      window.removeEventListener("keydown", close);
      document.getElementById("open-drawer")?.focus();
    };
  }, [drawerOpen, dispatch]);

  return (
    <div className={classes}>
      <TakeOver />
      <a className="btn btn--plain skip" href="#main">
        {t("skip")}
      </a>
      <Sidebar view={view} />
      {/* For pointers; keyboards use Escape. */}
      <div className="veil" onClick={() => dispatch(drawerClosed())} />
      <div className="main" inert={drawerOpen}>
        <header className="topbar">
          <div className="bar">
            <IconButton
              label={t("folders")}
              icon={Menu}
              className="only-small"
              id="open-drawer"
              aria-expanded={drawerOpen}
              aria-controls="side"
              onClick={() => dispatch(drawerOpened())}
            />
            {!isPhone && <SearchBox />}
            <span className="grow" />
            {!isPhone && view !== undefined && <ViewSwitch />}
            {!isPhone && <AddButton />}
            <SaveAddress />
          </div>
        </header>
        <main className="page" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      {isPhone && (
        <Dock inert={drawerOpen}>
          {view !== undefined && <DockView />}
          <AddButton />
        </Dock>
      )}
      <OverShell view={view} />
    </div>
  );
}
