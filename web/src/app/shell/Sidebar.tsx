import {
  Highlighter,
  Inbox,
  type LucideIcon,
  MailCheck,
  PanelLeft,
  Settings,
  Sparkles,
  Star,
  Trash2,
} from "lucide-react";
import { type ReactNode, type RefCallback, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { part } from "../../kit/parts/part.tsx";
import { numberIn } from "../../kit/i18n/language.ts";
import { Link, useLocation } from "wouter";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import type { LinkPlace } from "../../kit/dnd/parts.ts";
import { useDropOn } from "../../kit/dnd/useZone.ts";
import { accountOpened } from "../../session/overlay.slice.ts";
import { FolderTree } from "../../features/folder-tree/FolderTree.tsx";
import { useCount } from "../../links/lists.api.ts";
import { ALL, filtersOf, isSameView, pathOfView, type View } from "../../links/view.ts";
import { useUser } from "../../session/api.ts";
import { Brand } from "../../kit/SoloPage.tsx";
import { collapseToggled, drawerClosed, selectCollapsed, selectDrawerOpen } from "../../kit/sidebar.slice.ts";
import { IconButton } from "../../kit/IconButton.tsx";

interface EntryProps {
  readonly view: View;
  readonly current: View | undefined;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly count: number | undefined;
  readonly dot?: boolean;
  readonly dropRef?: RefCallback<HTMLElement>;
  readonly dropClass?: string | undefined;
}

/** An entry on which links can be dropped. */
function DropEntry({ place, ...entry }: EntryProps & { place: LinkPlace }) {
  const { ref, className } = useDropOn(place);
  return <Entry {...entry} dropRef={ref} dropClass={className} />;
}

function Entry({ view, current, label, icon: Icon, count, dot, dropRef, dropClass }: EntryProps) {
  const { t, i18n } = useTranslation("kit");
  const isCurrent = current !== undefined && isSameView(view, current);
  return (
    <Link
      ref={dropRef}
      className={["nav", isCurrent && "is-current", dropClass].filter(Boolean).join(" ")}
      to={pathOfView(view)}
      title={label}
      aria-label={count === undefined ? label : t("counted", { label, count })}
      aria-current={isCurrent ? "page" : undefined}
      data-dot={dot || undefined}
    >
      <Icon className="icon" />
      <span>{label}</span> {count !== undefined && <small>{numberIn(i18n.language, count)}</small>}
    </Link>
  );
}

interface PageEntryProps {
  readonly path: string;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly children?: ReactNode;
}

/** An entry for a page other than the lists. */
function PageEntry({ path, label, icon: Icon, children }: PageEntryProps) {
  const isCurrent = useLocation()[0] === path;
  return (
    <Link
      className={isCurrent ? "nav is-current" : "nav"}
      to={path}
      title={label}
      aria-current={isCurrent ? "page" : undefined}
    >
      <Icon className="icon" />
      <span>{label}</span>
      {children}
    </Link>
  );
}

const SidebarTags = part(
  "tags/SidebarTags",
  async () => (await import("../../features/tags/SidebarTags.tsx")).SidebarTags,
  {
    isLater: true,
  },
);

const Unread = part("captures/Unread", async () => (await import("../../features/captures/Unread.tsx")).Unread, {
  isLater: true,
});

const ALL_LINKS: LinkPlace = { kind: "all" };
const FAVORITE_LINKS: LinkPlace = { kind: "favorites" };
const FAVORITES: View = { kind: "favorites" };
const UNVISITED: View = { kind: "unvisited" };

/** The navigation: three views, folders, other pages, settings. A drawer on the phone. */
export function Sidebar({ view }: { view: View | undefined }) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("kit");
  const collapsed = useAppSelector(selectCollapsed);
  const drawerOpen = useAppSelector(selectDrawerOpen);
  const aside = useRef<HTMLElement>(null);
  const user = useUser();
  const all = useCount(filtersOf(ALL))?.count;
  const unvisited = useCount(filtersOf(UNVISITED))?.count;
  const favorites = useCount(filtersOf(FAVORITES))?.count;
  const owner = user?.sender_emails[0]?.email;
  const collapseLabel = t(collapsed ? "expand" : "collapse");

  useEffect(() => {
    if (drawerOpen) aside.current?.querySelector<HTMLElement>("a, button")?.focus();
  }, [drawerOpen]);

  return (
    <aside
      className="side"
      id="side"
      aria-label={t("folders")}
      ref={aside}
      // Also where the page stays the same.
      onClick={(event) => {
        if ((event.target as Element).closest("a") !== null) dispatch(drawerClosed());
      }}
    >
      <div className="side__head">
        <Brand />
        <IconButton
          label={collapseLabel}
          icon={PanelLeft}
          className="only-big"
          aria-expanded={!collapsed}
          aria-controls="side"
          onClick={() => dispatch(collapseToggled())}
        />
      </div>
      <nav className="side__scroll" data-drag-scrolls aria-label={t("views")}>
        <DropEntry place={ALL_LINKS} view={ALL} current={view} label={t("allLinks")} icon={Inbox} count={all} />
        <Entry
          view={UNVISITED}
          current={view}
          label={t("unvisited")}
          icon={Sparkles}
          count={unvisited}
          dot={unvisited !== undefined && unvisited > 0}
        />
        {favorites !== undefined && favorites > 0 && (
          <DropEntry
            place={FAVORITE_LINKS}
            view={FAVORITES}
            current={view}
            label={t("favorites")}
            icon={Star}
            count={favorites}
          />
        )}
        <FolderTree view={view} />
        <SidebarTags />
      </nav>
      <div className="side__foot">
        <p className="side__who">{owner}</p>
        <PageEntry path="/captures" label={t("captures")} icon={MailCheck}>
          <Unread />
        </PageEntry>
        <PageEntry path="/highlights" label={t("highlights")} icon={Highlighter} />
        <PageEntry path="/deleted" label={t("deleted")} icon={Trash2} />
        <button
          type="button"
          className="nav"
          title={t("settings")}
          aria-haspopup="dialog"
          onClick={() => dispatch(accountOpened("general"))}
        >
          <Settings className="icon" />
          <span>{t("settings")}</span>
        </button>
      </div>
    </aside>
  );
}
