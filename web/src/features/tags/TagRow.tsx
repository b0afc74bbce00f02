import { type Tag, texts } from "@satchel/contracts";
import { Pencil, Trash2 } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAppDispatch } from "../../kit/state.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { offerUndo } from "../../session/undo.slice.ts";
import { pathOfTag } from "../../links/TagChip.tsx";
import { canUndoDeletion } from "./tagList.ts";
import { undoTagging, useUntagAllMutation } from "./tags.api.ts";
import { RenameTagForm } from "./RenameTagForm.tsx";

interface TagRowProps {
  readonly tag: Tag;
  /** All tags. */
  readonly tags: readonly Tag[];
  /** The tag shall be deleted, and that can't be undone. */
  readonly onAskDelete: () => void;
}

/** One tag: leads to its links, and can be renamed or deleted. */
export function TagRow({ tag, tags, onAskDelete }: TagRowProps) {
  const { t } = useTranslation("tags");
  const dispatch = useAppDispatch();
  const [untagAll] = useUntagAllMutation();
  const [isRenaming, setRenaming] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  const { name, count } = tag;

  async function remove(): Promise<void> {
    if (!canUndoDeletion(tag)) return onAskDelete();
    const next = row.current?.nextElementSibling ?? row.current?.previousElementSibling;
    (next?.querySelector<HTMLElement>("a") ?? document.getElementById("main"))?.focus({ preventScroll: true });
    const { data } = await untagAll(name);
    if (data === undefined) return void dispatch(errorShown(texts.unexpected));
    dispatch(
      offerUndo(t("deleted", { name }), () => dispatch(undoTagging.initiate(data.bulk_id, { track: false })).unwrap()),
    );
  }

  if (isRenaming) {
    const stop = (): void => {
      setRenaming(false);
      row.current?.querySelector("a")?.focus();
    };
    return (
      <li className="taglist__row" ref={row}>
        <RenameTagForm tag={tag} tags={tags} onDone={stop} />
      </li>
    );
  }
  return (
    <li className="taglist__row" ref={row}>
      <Link className="taglist__name" to={pathOfTag(name)} aria-label={t("search", { name })}>
        <bdi className="tag">{name}</bdi>
      </Link>
      <small className="num">{t("links", { count })}</small>
      <button
        type="button"
        className="icon-btn"
        aria-label={t("rename", { name })}
        title={t("rename", { name })}
        onClick={() => setRenaming(true)}
      >
        <Pencil className="icon icon-m" />
      </button>
      <button
        type="button"
        className="icon-btn icon-btn--danger"
        aria-label={t("delete", { name })}
        title={t("delete", { name })}
        onClick={() => void remove()}
      >
        <Trash2 className="icon icon-m" />
      </button>
    </li>
  );
}
