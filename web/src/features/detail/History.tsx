import { type LinkHistory, type LinkHistoryEntry, type LinkId, NEXT_CURSOR } from "@satchel/contracts";
import {
  Bell,
  CheckCheck,
  CircleAlert,
  Eye,
  Folder as FolderIcon,
  type LucideIcon,
  Mail,
  Pencil,
  Plus,
  RotateCw,
  Send,
  Sparkles,
  Star,
  Tag,
  Trash2,
} from "lucide-react";
import { Trans, useTranslation } from "react-i18next";
import { getLinkHistory } from "@satchel/contracts/later-routes";
import { useFolders } from "../../folders/folders.api.ts";
import { findFolder } from "../../folders/tree.ts";
import { reasonKey } from "../../links/linkText.ts";
import { useNow } from "../../kit/hooks.ts";
import { useTimes } from "../../links/times.ts";
import { MoreButton } from "../../kit/MoreButton.tsx";
import { api } from "../../session/api.ts";
import "./history.css";

const icons: Partial<Record<HistoryLine["kind"], LucideIcon>> = {
  saved: Plus,
  savedAgain: Plus,
  visited: Eye,
  deleted: Trash2,
  restored: RotateCw,
  refresh: RotateCw,
  reminded: Bell,
  remindAt: Bell,
  remindNot: Bell,
  merged: CheckCheck,
  unmerged: RotateCw,
  described: Sparkles,
  unchanged: Sparkles,
  tryFailed: CircleAlert,
  unreachable: CircleAlert,
  health: CircleAlert,
  moved: FolderIcon,
  takenOut: FolderIcon,
  starred: Star,
  unstarred: Star,
  tags: Tag,
  tagsGone: Tag,
  done: CheckCheck,
  sent: Send,
};

const strong = (text: string) => (
  <b>
    <bdi>{text}</bdi>
  </b>
);

function Words({ line }: { line: HistoryLine }) {
  const { t } = useTranslation("detail");
  const { t: ofLinks } = useTranslation("links");
  const folders = useFolders();
  switch (line.kind) {
    case "saved":
    case "savedAgain":
      return <Trans t={t} i18nKey={`history.${line.kind}.${line.by}`} components={{ who: strong(line.who) }} />;
    case "visited":
    case "deleted":
    case "restored":
    case "reminded":
    case "refresh":
    case "described":
    case "unchanged":
    case "unmerged":
      return t(`history.${line.kind}`);
    case "merged":
      return t("history.merged", { count: line.count });
    case "tryFailed":
    case "unreachable":
      return t(`history.${line.kind}`, { why: ofLinks(`reasons.${reasonKey(line.reason)}`) });
    case "health":
      return t(`history.health.${line.state}`);
    case "moved": {
      const name = findFolder(folders, line.folder)?.name;
      if (name === undefined) return t("history.changed.movedGone");
      return <Trans t={t} i18nKey="history.changed.moved" components={{ folder: strong(name) }} />;
    }
    case "title":
    case "tags":
    case "sent":
      return <Trans t={t} i18nKey={`history.changed.${line.kind}`} components={{ text: strong(line.text) }} />;
    default:
      return t(`history.changed.${line.kind}`);
  }
}

function Entry({ entry, line }: { entry: LinkHistoryEntry; line: HistoryLine }) {
  const { t, i18n } = useTranslation("detail");
  const now = useNow();
  const times = useTimes();
  const isMail = "by" in line && line.by === "mail";
  const Icon = isMail ? Mail : (icons[line.kind] ?? Pencil);
  return (
    <li>
      <i>
        <Icon className="icon icon-s" />
      </i>
      <div>
        <Words line={line} />
        <small>
          <time dateTime={entry.at}>{times.exact(new Date(entry.at), now)}</time>
          {entry.rules !== undefined && (
            <bdi>
              {" · "}
              {t("history.byRule", {
                count: entry.rules.length,
                names: new Intl.ListFormat(i18n.language).format(entry.rules),
              })}
            </bdi>
          )}
        </small>
      </div>
    </li>
  );
}

interface MoreProps {
  /** Number of shown entries, and of all. */
  readonly shown: number;
  readonly total: number;
  readonly isFetching: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFailed: boolean;
  readonly onMore: () => void;
}

function More({ shown, total, isFetching, isFetchingNextPage, isFailed, onMore }: MoreProps) {
  const { t } = useTranslation("detail");
  return (
    <div className="history__more">
      <MoreButton isFetching={isFetching} isFetchingNextPage={isFetchingNextPage} onMore={onMore}>
        {t("history.more")}
      </MoreButton>
      <p className="hint" role="status">
        {isFailed ? t("history.failed") : t("history.shown", { shown, total })}
      </p>
    </div>
  );
}

/** The history of a link, the newest first; older entries on request. */
export function History({ id }: { id: LinkId }) {
  const { t } = useTranslation("detail");
  const { data, isError, isFetching, isFetchingNextPage, fetchNextPage, hasNextPage } = useLinkHistoryInfiniteQuery(id);
  const entries = data?.pages.flatMap(({ history }) => history.toReversed()) ?? [];
  return (
    <section>
      <h3 className="label history__title">{t("history.title")}</h3>
      {data === undefined && isError && <p className="hint">{t("history.failed")}</p>}
      {data === undefined && !isError && <i className="shimmer panel__line" aria-hidden="true" />}
      <ol className="history">
        {entries.flatMap((entry) =>
          linesOf(entry).map((line) => (
            <Entry key={`${entry.at} ${entry.what} ${line.kind}`} entry={entry} line={line} />
          )),
        )}
      </ol>
      {hasNextPage && (
        <More
          shown={entries.length}
          total={data?.pages[0]?.total ?? entries.length}
          isFetching={isFetching}
          isFetchingNextPage={isFetchingNextPage}
          isFailed={isError && !isFetching}
          onMore={() => void fetchNextPage()}
        />
      )}
    </section>
  );
}

/** A line of the history, with its key in `detail.history`. */
type HistoryLine =
  | {
      readonly kind: "saved" | "savedAgain";
      readonly by: "page" | "extension" | "token" | "mail" | "import" | "feed" | "letter";
      readonly who: string;
    }
  | {
      readonly kind:
        | "visited"
        | "reminded"
        | "deleted"
        | "restored"
        | "refresh"
        | "described"
        | "unchanged"
        | "unmerged";
    }
  | { readonly kind: "merged"; readonly count: number }
  | { readonly kind: "tryFailed" | "unreachable"; readonly reason: string | undefined }
  | { readonly kind: "health"; readonly state: "fine" | "gone" | "moved" | "unknown" }
  | { readonly kind: "moved"; readonly folder: number }
  | { readonly kind: "title" | "tags" | "sent"; readonly text: string }
  | {
      readonly kind:
        | "starred"
        | "unstarred"
        | "takenOut"
        | "titleGone"
        | "description"
        | "notes"
        | "notesGone"
        | "tagsGone"
        | "remindAt"
        | "remindNot"
        | "done"
        | "notDone"
        | "keptAsBefore"
        | "kept"
        | "notKept"
        | "muted"
        | "notified"
        | "other";
    };

const text = (value: unknown): string => (typeof value === "string" ? value.trim() : "");

/** The line for a changed field, with a general one for unknown fields. */
function lineOfField(field: string, value: unknown): HistoryLine {
  switch (field) {
    case "is_favorite":
      return { kind: value === true ? "starred" : "unstarred" };
    case "folder_id":
      return typeof value === "number" && value > 0 ? { kind: "moved", folder: value } : { kind: "takenOut" };
    case "title":
      return text(value) === "" ? { kind: "titleGone" } : { kind: "title", text: text(value) };
    case "description":
      return { kind: "description" };
    case "remind_at":
      return { kind: value === null ? "remindNot" : "remindAt" };
    case "notes":
      return { kind: text(value) === "" ? "notesGone" : "notes" };
    case "tags": {
      const tags = Array.isArray(value) ? value.filter((tag) => typeof tag === "string") : [];
      return tags.length === 0 ? { kind: "tagsGone" } : { kind: "tags", text: tags.join(", ") };
    }
    case "done":
      return { kind: value === false ? "notDone" : "done" };
    case "keep":
      // Null: by an undo, which the link's history does not say more about.
      return { kind: value === null ? "keptAsBefore" : value === true ? "kept" : "notKept" };
    case "mute":
      return { kind: "muted" };
    case "notify":
      return { kind: "notified" };
    case "sent_to":
      return { kind: "sent", text: text(value) };
    default:
      return { kind: "other" };
  }
}

/** The line for a changed health of the page. */
function healthOf(changes: LinkHistoryEntry["changes"]): HistoryLine {
  const state = changes?.["health"] ?? changes?.["state"];
  return { kind: "health", state: state === "fine" || state === "gone" || state === "moved" ? state : "unknown" };
}

/** The lines of an entry: one, or one for each changed field. */
export function linesOf({ what, origin, changes, reason }: LinkHistoryEntry): readonly HistoryLine[] {
  switch (what) {
    case "saved":
    case "saved_again": {
      const by = origin?.kind ?? "page";
      const isMail = origin?.kind === "mail" || origin?.kind === "letter";
      const who = isMail ? origin.sender : origin?.kind === "feed" ? origin.feed : "";
      return [{ kind: what === "saved" ? "saved" : "savedAgain", by, who }];
    }
    case "changed":
      return Object.entries(changes ?? { "": undefined }).map(([field, value]) => lineOfField(field, value));
    case "merged": {
      const count = changes?.["merged_links"];
      return [{ kind: "merged", count: typeof count === "number" ? count : 1 }];
    }
    case "refresh_requested":
      return [{ kind: "refresh" }];
    case "try_failed":
      return [{ kind: "tryFailed", reason }];
    case "unreachable":
      return [{ kind: "unreachable", reason }];
    case "health_changed":
      return [healthOf(changes)];
    default:
      return [{ kind: what }];
  }
}

/** A page of a link's history, and the cursor of the earlier one; null at the beginning. */
interface HistoryPage extends LinkHistory {
  readonly next: string | null;
}

/** The query of a link's history. Not in `detail.api.ts`, which is loaded with the list. */
const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The newest page first; all loaded pages are refetched after a change. */
    linkHistory: build.infiniteQuery<HistoryPage, LinkId, string | null>({
      query: ({ queryArg: id, pageParam }) => ({
        operation: getLinkHistory,
        params: { id },
        query: { cursor: pageParam ?? undefined },
      }),
      transformResponse: (page: LinkHistory, meta) => ({ ...page, next: meta?.headers.get(NEXT_CURSOR) ?? null }),
      infiniteQueryOptions: { initialPageParam: null, getNextPageParam: ({ next }) => next ?? undefined },
      providesTags: (_answer, _error, id) => [{ type: "Link", id }],
    }),
  }),
});

export const { useLinkHistoryInfiniteQuery } = historyApi;
