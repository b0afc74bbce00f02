import detail from "./texts.en.ts";
import { languageName } from "../../kit/i18n/languageName.ts";
import { isItem, type LinkDetail } from "@satchel/contracts";
import type { ReactNode } from "react";
import { Bell, Folder as FolderIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SuggestedTags } from "./SuggestedTags.tsx";
import { TagInput } from "../../links/TagInput.tsx";
import { dialogOpened } from "../../links/list.slice.ts";
import { findFolder } from "../../folders/tree.ts";
import { publishedDay, useExact } from "../../links/times.ts";
import { sizeText } from "../../kit/sizeText.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { changeOf } from "../../links/changes.api.ts";
import { useFolders } from "../../folders/folders.api.ts";
import { tagsChange } from "../../links/tagsChange.ts";
import { visitsText } from "../../links/linkText.ts";

const isKnown = (kind: string): kind is keyof typeof detail.kinds => Object.hasOwn(detail.kinds, kind);

/** The translated kind of a page, or the server's word for an unknown kind. */
function useTranslatedKind(kind: string | null): string | undefined {
  const { t } = useTranslation("detail");
  if (kind === null) return undefined;
  return isKnown(kind) ? t(`kinds.${kind}`) : kind;
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}

/** Kind, reading time, file size and language of a page, as far as known. */
export function Facts({ link }: { link: LinkDetail }) {
  const { t, i18n } = useTranslation("detail");
  const { media_type, reading_minutes, file_bytes, language } = link;
  const facts = [
    useTranslatedKind(media_type),
    reading_minutes !== null && reading_minutes > 0 ? t("reading", { count: reading_minutes }) : undefined,
    file_bytes === null ? undefined : sizeText(file_bytes, i18n.language),
    language === null ? undefined : languageName(language, i18n.language),
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? null : <p className="panel__facts num">{facts.join(" · ")}</p>;
}

/** Known properties of a link, one per line. */
export function Properties({ link }: { link: LinkDetail }) {
  const { t, i18n } = useTranslation("detail");
  const { t: tLinks } = useTranslation("links");
  const dispatch = useAppDispatch();
  const folders = useFolders();
  const folder = link.folder_id === null ? undefined : findFolder(folders, link.folder_id);
  const exact = useExact();
  const visits = visitsText(link.visit_count, tLinks);

  return (
    <dl className="props">
      <Row name={t("folder")}>
        <button
          type="button"
          className="chip"
          aria-haspopup="dialog"
          onClick={() => dispatch(dialogOpened({ kind: "move", link }))}
        >
          <FolderIcon className="icon icon-s" />
          <bdi>{folder?.name ?? t("noFolder")}</bdi>
        </button>
      </Row>
      <Row name={t("tags")}>
        <TagInput
          tags={link.tags}
          onChange={(tags) => {
            const changes = tagsChange(link.tags, tags);
            if (changes !== undefined) dispatch(changeOf({ link, change: changes }));
          }}
        />
        <SuggestedTags link={link} onAdd={(tag) => dispatch(changeOf({ link, change: { add_tags: [tag] } }))} />
      </Row>
      <Row name={t("reminder")}>
        <button
          type="button"
          className="chip"
          aria-haspopup="dialog"
          onClick={() => dispatch(dialogOpened({ kind: "remind", link }))}
        >
          <Bell className="icon icon-s" />
          {link.reminder === undefined ? t("noReminder") : exact(link.reminder.at)}
        </button>
      </Row>
      <Row name={t("visits")}>
        <span className="num">
          {visits === undefined
            ? t("never")
            : link.last_visited_at === null
              ? visits
              : t("visitsLast", { count: link.visit_count, when: exact(link.last_visited_at) })}
        </span>
      </Row>
      {link.first_visited_at !== null && link.visit_count > 1 && (
        <Row name={t("firstVisit")}>
          <span className="num">{exact(link.first_visited_at)}</span>
        </Row>
      )}
      {link.author !== null && (
        <Row name={t("author")}>
          <bdi>{link.author}</bdi>
        </Row>
      )}
      {link.published_at !== null && (
        <Row name={t("published")}>
          <bdi>{publishedDay(link.published_at, i18n.language)}</bdi>
        </Row>
      )}
      {!isItem(link.url) && (
        <Row name={t("address")}>
          <bdi className="panel__url">{link.url}</bdi>
        </Row>
      )}
      {link.final_url !== null && (
        <Row name={t("leadsTo")}>
          <bdi className="panel__url">{link.final_url}</bdi>
        </Row>
      )}
    </dl>
  );
}
