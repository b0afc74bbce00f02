import { Menu } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useAppDispatch, useAppSelector } from "../../app/hooks.ts";
import type { View } from "../links/view.ts";
import { SaveAddress } from "./SaveAddress.tsx";
import { Sidebar } from "./Sidebar.tsx";
import { drawerClosed, drawerOpened, selectCollapsed, selectDrawerOpen, storeCollapsed } from "./sidebar.slice.ts";

/** Sidebar, top bar, and the page between them. */
export function Shell({ view, children }: { view: View; children: ReactNode }) {
  const dispatch = useAppDispatch();
  const collapsed = useAppSelector(selectCollapsed);
  const drawerOpen = useAppSelector(selectDrawerOpen);
  const classes = ["app", collapsed && "is-narrow", drawerOpen && "is-drawer"].filter(Boolean).join(" ");

  useEffect(() => storeCollapsed(collapsed), [collapsed]);

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
      <a className="btn btn--plain skip" href="#main">
        Skip to the links
      </a>
      <Sidebar view={view} />
      {/* The keyboard has Escape. */}
      <div className="veil" onClick={() => dispatch(drawerClosed())} />
      <div className="main" inert={drawerOpen}>
        <header className="topbar">
          <div className="bar">
            <button
              type="button"
              id="open-drawer"
              className="icon-btn only-small"
              aria-label="Folders"
              aria-expanded={drawerOpen}
              aria-controls="side"
              onClick={() => dispatch(drawerOpened())}
            >
              <Menu className="icon" />
            </button>
            <span className="grow" />
            <SaveAddress />
          </div>
        </header>
        <main className="page" id="main" tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}
