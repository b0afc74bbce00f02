import { Link } from "wouter";
import { Tags } from "lucide-react";
import { type Tag, texts } from "@satchel/contracts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Dialog } from "../../kit/Dialog.tsx";
import { SidePage } from "../../links/SidePage.tsx";
import { TagRow } from "./TagRow.tsx";
import { errorShown } from "../../kit/toasts.slice.ts";
import { matching } from "../../links/search/suggestions.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { useDeleteTagMutation } from "./tags.api.ts";
import { useTagNamesQuery } from "../../links/detail.api.ts";
import "./tags.css";

/** Asks before a tag is taken from more links than can be undone. */
export function DeleteTagDialog({ tag: { name, count }, onClose }: { tag: Tag; onClose: () => void }) {
  const { t } = useTranslation("tags");
  const { t: inShell } = useTranslation("kit");
  const dispatch = useAppDispatch();
  const [remove] = useDeleteTagMutation();

  async function confirm(): Promise<void> {
    onClose();
    const { error } = await remove(name);
    if (error !== undefined) dispatch(errorShown(texts.unexpected));
  }

  return (
    <Dialog className="dialog" label={t("confirm.title", { name })} onClose={onClose}>
      <div className="dialog__head">
        <h2 className="title-card">{t("confirm.title", { name })}</h2>
      </div>
      <div className="dialog__body">
        <p>{t("confirm.text", { count })}</p>
        <div className="actions actions--end">
          <button type="button" className="btn btn--plain" onClick={onClose}>
            {inShell("cancel")}
          </button>
          <button type="button" className="btn btn--danger" onClick={() => void confirm()}>
            {t("confirm.delete")}
          </button>
        </div>
      </div>
    </Dialog>
  );
}

/** From how many tags on they can be filtered: fewer are seen at once. */
const FILTERED_FROM = 8;

function NoTags() {
  const { t } = useTranslation("tags");
  return (
    <section className="empty">
      <Tags className="empty__sign" />
      <h2 className="title-section">{t("empty.title")}</h2>
      <p>{t("empty.text")}</p>
      <div className="actions">
        <Link className="btn btn--plain" to="/links">
          {t("empty.all")}
        </Link>
      </div>
    </section>
  );
}

/** Rows that are on their way, of the size they will have. */
function Waiting() {
  const { t } = useTranslation("tags");
  return (
    <ul className="taglist skels" aria-busy="true" aria-label={t("loading")}>
      {[1, 2, 3, 4, 5, 6].map((row) => (
        <li className="taglist__row" key={row}>
          <i className="shimmer" />
        </li>
      ))}
    </ul>
  );
}

/** All tags, with the numbers of their links: to look through, rename, merge and delete. */
export function TagsPage() {
  const { t } = useTranslation("tags");
  const { t: ofLinks } = useTranslation("links");
  const { data: tags, isError, isFetching, refetch } = useTagNamesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [typed, setTyped] = useState("");
  const [deleting, setDeleting] = useState<Tag>();
  const shown = tags === undefined ? [] : typed.trim() === "" ? tags : matching(tags, ({ name }) => name, typed);

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
      {tags === undefined ? <i className="shimmer" aria-hidden="true" /> : t("count", { count: shown.length })}
    </p>
  );
  return (
    <SidePage
      tab={t("tab")}
      title={ofLinks("tags.title")}
      text={count}
      tools={filter}
      isFailed={isError && tags === undefined && !isFetching}
      onRetry={() => void refetch()}
    >
      {tags === undefined && <Waiting />}
      {tags?.length === 0 && <NoTags />}
      {tags !== undefined && tags.length > 0 && shown.length === 0 && <p className="hint">{t("none")}</p>}
      {tags !== undefined && shown.length > 0 && (
        <ul className="taglist">
          {shown.map((tag) => (
            <TagRow key={tag.name} tag={tag} tags={tags} onAskDelete={() => setDeleting(tag)} />
          ))}
        </ul>
      )}
      {deleting !== undefined && <DeleteTagDialog tag={deleting} onClose={() => setDeleting(undefined)} />}
    </SidePage>
  );
}
