import { Inbox, LogOut, type LucideIcon, PanelLeft, Sparkles, Star } from "lucide-react";
import { useEffect, useRef } from "react";
import { Link } from "react-router-dom";
import { useAppDispatch, useAppSelector } from "../../app/hooks.ts";
import { FolderTree } from "../folders/FolderTree.tsx";
import { useLinkCountQuery } from "../links/lists.api.ts";
import { ALL, filtersOf, isSameView, pathOfView, type View } from "../links/view.ts";
import { signOut, useUserQuery } from "../session/session.api.ts";
import { Brand } from "./Brand.tsx";
import { collapseToggled, drawerClosed, selectCollapsed, selectDrawerOpen } from "./sidebar.slice.ts";

interface EntryProps {
  readonly view: View;
  readonly current: View;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly count: number | undefined;
  readonly dot?: boolean;
}

function Entry({ view, current, label, icon: Icon, count, dot }: EntryProps) {
  const isCurrent = isSameView(view, current);
  return (
    <Link
      className={isCurrent ? "nav is-current" : "nav"}
      to={pathOfView(view)}
      title={label}
      aria-label={count === undefined ? label : `${label}, ${count}`}
      aria-current={isCurrent ? "page" : undefined}
      data-dot={dot || undefined}
    >
      <Icon className="icon" />
      <span>{label}</span>
      {count !== undefined && <small>{count.toLocaleString("en")}</small>}
    </Link>
  );
}

const FAVORITES: View = { kind: "favorites" };
const UNVISITED: View = { kind: "unvisited" };

/** Where one can go: the three views, the folders, and out. A drawer on the phone. */
export function Sidebar({ view }: { view: View }) {
  const dispatch = useAppDispatch();
  const collapsed = useAppSelector(selectCollapsed);
  const drawerOpen = useAppSelector(selectDrawerOpen);
  const aside = useRef<HTMLElement>(null);
  const { data: user } = useUserQuery();
  const all = useLinkCountQuery(filtersOf(ALL)).data?.count;
  const unvisited = useLinkCountQuery(filtersOf(UNVISITED)).data?.count;
  const favorites = useLinkCountQuery(filtersOf(FAVORITES)).data?.count;
  const owner = user?.sender_emails[0]?.email;
  const collapseLabel = collapsed ? "Expand sidebar" : "Collapse sidebar";

  useEffect(() => {
    if (drawerOpen) aside.current?.querySelector<HTMLElement>("a, button")?.focus();
  }, [drawerOpen]);

  return (
    <aside className="side" id="side" aria-label="Folders" ref={aside}>
      <div className="side__head">
        <Brand />
        <button
          type="button"
          className="icon-btn only-big"
          aria-label={collapseLabel}
          title={collapseLabel}
          aria-expanded={!collapsed}
          aria-controls="side"
          onClick={() => dispatch(collapseToggled())}
        >
          <PanelLeft className="icon" />
        </button>
      </div>
      <nav
        className="side__scroll"
        aria-label="Views and folders"
        onClick={(event) => {
          if ((event.target as Element).closest("a") !== null) dispatch(drawerClosed());
        }}
      >
        <Entry view={ALL} current={view} label="All Links" icon={Inbox} count={all} />
        <Entry
          view={UNVISITED}
          current={view}
          label="Unvisited"
          icon={Sparkles}
          count={unvisited}
          dot={unvisited !== undefined && unvisited > 0}
        />
        {favorites !== undefined && favorites > 0 && (
          <Entry view={FAVORITES} current={view} label="Favorites" icon={Star} count={favorites} />
        )}
        <FolderTree view={view} />
      </nav>
      <div className="side__foot">
        {owner !== undefined && <p className="side__who">{owner}</p>}
        <button type="button" className="nav" title="Sign out" onClick={() => void dispatch(signOut())}>
          <LogOut className="icon" />
          <span>Sign out</span>
        </button>
      </div>
    </aside>
  );
}
