import { type LinkHistoryEntry, type LinkId } from "@satchel/contracts";
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
import { useFolders } from "../../folders/folders.api.ts";
import { findFolder } from "../../folders/tree.ts";
import { reasonKey } from "../../links/linkText.ts";
import { useExact } from "../../links/times.ts";
import { MoreButton } from "../../kit/MoreButton.tsx";
import { useLinkHistoryInfiniteQuery } from "./history.api.ts";
import { type HistoryLine, linesOf } from "./historyLines.ts";
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
  markedVisited: Eye,
  markedUnvisited: Eye,
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
  const exact = useExact();
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
          <time dateTime={entry.at}>{exact(entry.at)}</time>
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

/** The history of a link, the newest first; older entries on request. */
export function History({ id }: { id: LinkId }) {
  const { t } = useTranslation("detail");
  const answer = useLinkHistoryInfiniteQuery(id);
  const { data, isError, hasNextPage } = answer;
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
        <div className="history__more">
          <MoreButton of={answer}>{t("history.more")}</MoreButton>
          <p className="hint" role="status">
            {isError && !answer.isFetching
              ? t("history.failed")
              : t("history.shown", { shown: entries.length, total: data?.pages[0]?.total ?? entries.length })}
          </p>
        </div>
      )}
    </section>
  );
}
