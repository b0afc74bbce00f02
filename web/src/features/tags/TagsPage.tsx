import { Link } from "wouter";
import { Pencil, Rss, Tags, Trash2 } from "lucide-react";
import { type Tag, texts } from "@satchel/contracts";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { SidePage, WaitingList } from "../../links/SidePage.tsx";
import { RenameTagDialog } from "./RenameTagDialog.tsx";
import { Sorting } from "../../links/ViewSwitch.tsx";
import { canUndoDeletion, useDeleteTagMutation, useUntagAllMutation } from "./tags.api.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { matching } from "../../links/search/suggestions.ts";
import { filterText } from "../../links/search/syntax.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";
import { offerBulkUndo } from "../../links/selection/bulk.api.ts";
import { pathOfTag } from "../../links/TagChip.tsx";
import { selectSort } from "../../links/list.slice.ts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { useTagNamesQuery } from "../../links/detail.api.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import { Empty } from "../../kit/Empty.tsx";
import "./tags.css";

interface TagRowProps {
  readonly tag: Tag;
  /** Whether it was just renamed: then it gets the focus. */
  readonly isNew: boolean;
  readonly onAskRename: () => void;
  /** Called to delete the tag, if that can't be undone. */
  readonly onAskDelete: () => void;
}

/** One tag: a link to its links, with buttons to rename and delete it. */
function TagRow({ tag, isNew, onAskRename, onAskDelete }: TagRowProps) {
  const { t } = useTranslation("archive", { keyPrefix: "tags" });
  const dispatch = useAppDispatch();
  const [untagAll] = useUntagAllMutation();
  const row = useRef<HTMLLIElement>(null);
  const { name, count } = tag;

  useEffect(() => {
    if (isNew) row.current?.querySelector("a")?.focus();
  }, [isNew]);

  async function remove(): Promise<void> {
    if (!canUndoDeletion(tag)) return onAskDelete();
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    (next?.querySelector<HTMLElement>("a") ?? document.getElementById("main"))?.focus({ preventScroll: true });
    const { data } = await untagAll(name);
    if (data === undefined) return void dispatch(errorShown(texts.unexpected));
    dispatch(offerBulkUndo(t("deleted", { name }), data.bulk_id));
  }

  return (
    <li className="taglist__row" ref={row}>
      <Link className="taglist__name" to={pathOfTag(name)} aria-label={t("search", { name })}>
        <bdi className="tag">{name}</bdi>
      </Link>
      <small className="num">{t("links", { count })}</small>
      <IconButton label={t("rename", { name })} icon={Pencil} size="m" aria-haspopup="dialog" onClick={onAskRename} />
      <IconButton
        label={t("feed", { name })}
        icon={Rss}
        size="m"
        aria-haspopup="dialog"
        onClick={() =>
          dispatch(overlayOpened({ kind: "feed", source: { kind: "search", q: filterText("tag", name) }, name }))
        }
      />
      <IconButton label={t("delete", { name })} icon={Trash2} size="m" isDanger onClick={() => void remove()} />
    </li>
  );
}

/** Confirms the deletion of a tag that can't be undone. */
function DeleteTagDialog({ tag: { name, count }, onClose }: { tag: Tag; onClose: () => void }) {
  const { t } = useTranslation("archive", { keyPrefix: "tags" });
  const dispatch = useAppDispatch();
  const [remove] = useDeleteTagMutation();

  async function confirm(): Promise<void> {
    const { error } = await remove(name);
    if (error !== undefined) dispatch(errorShown(texts.unexpected));
  }

  return (
    <ConfirmDialog
      title={t("confirm.title", { name })}
      text={t("confirm.text", { count })}
      action={t("confirm.delete")}
      onConfirm={() => void confirm()}
      onClose={onClose}
    />
  );
}

/** Tags from which there is a filter. */
const FILTERED_FROM = 8;

function NoTags() {
  const { t } = useTranslation("archive", { keyPrefix: "tags" });
  return (
    <Empty sign={<Tags className="empty__sign" />} title={t("empty.title")} text={t("empty.text")}>
      <Link className="btn btn--plain" to="/links">
        {t("empty.all")}
      </Link>
    </Empty>
  );
}

/** All tags with the numbers of their links, to rename, merge and delete. */
export function TagsPage() {
  const { t } = useTranslation("archive", { keyPrefix: "tags" });
  const { t: ofLinks } = useTranslation("links");
  const answer = useTagNamesQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data: tags } = answer;
  const [typed, setTyped] = useState("");
  const [deleting, setDeleting] = useState<Tag>();
  const [renaming, setRenaming] = useState<Tag>();
  const [renamed, setRenamed] = useState<string>();
  const sort = useAppSelector((state) => selectSort(state, "tags"));
  const sorted = sort === "use" ? tags?.toSorted((a, b) => b.count - a.count) : tags;
  const shown = sorted === undefined || typed.trim() === "" ? sorted : matching(sorted, ({ name }) => name, typed);

  const filter = tags !== undefined && tags.length >= FILTERED_FROM && (
    <input
      className="input taglist__filter"
      aria-label={t("filter")}
      placeholder={t("filter")}
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
  const count = (
    <p className="num" role="status">
      {tags === undefined ? <i className="shimmer" aria-hidden="true" /> : t("count", { count: shown?.length ?? 0 })}
    </p>
  );
  return (
    <SidePage
      tab={t("tab")}
      title={ofLinks("tags.title")}
      text={count}
      tools={
        <div className="page__tools taglist__tools">
          {filter}
          {tags !== undefined && tags.length > 1 && <Sorting of="tags" />}
        </div>
      }
      of={answer}
    >
      {tags === undefined && <WaitingList label={t("loading")} className="taglist" row="taglist__row" rows={6} />}
      {tags?.length === 0 && <NoTags />}
      {tags !== undefined && tags.length > 0 && shown?.length === 0 && <p className="hint">{t("none")}</p>}
      {tags !== undefined && shown !== undefined && shown.length > 0 && (
        <ul className="taglist">
          {shown.map((tag) => (
            <TagRow
              key={tag.name}
              tag={tag}
              isNew={tag.name === renamed}
              onAskRename={() => setRenaming(tag)}
              onAskDelete={() => setDeleting(tag)}
            />
          ))}
        </ul>
      )}
      {renaming !== undefined && tags !== undefined && (
        <RenameTagDialog tag={renaming} tags={tags} onRenamed={setRenamed} onClose={() => setRenaming(undefined)} />
      )}
      {deleting !== undefined && <DeleteTagDialog tag={deleting} onClose={() => setDeleting(undefined)} />}
    </SidePage>
  );
}
