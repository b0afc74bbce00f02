import { type DeletedLink, type LinkId, SEARCH_CHARS, texts, UNDO_SECONDS } from "@satchel/contracts";
import { Trash2, X } from "lucide-react";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useBodyClass, useNow, useSettled } from "../../kit/hooks.ts";
import { MoreButton } from "../../kit/MoreButton.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { errorShown, noteShown } from "../../kit/toasts.slice.ts";
import { titleOfLink } from "../../links/linkText.ts";
import { rangeBetween } from "../../links/selection/selection.slice.ts";
import { SidePage, WaitingList } from "../../links/SidePage.tsx";
import { countDeleted, restoreLinks, useDeletedLinksInfiniteQuery } from "./deleted.api.ts";
import { DeletedRow } from "./DeletedRow.tsx";
import { EraseDialog, type Erasure } from "./EraseDialog.tsx";
import { Empty } from "../../kit/Empty.tsx";
import "../../links/selection/selection.css";
import "./deleted.css";

const DAYS = UNDO_SECONDS / (24 * 3600);

/** Milliseconds after the last key until the search is sent. */
const TYPING_MS = 200;

function NothingDeleted() {
  const { t } = useTranslation("archive", { keyPrefix: "deleted" });
  return (
    <Empty
      sign={<Trash2 className="empty__sign" />}
      title={t("nothing.title")}
      text={t("nothing.text", { days: DAYS })}
    >
      <Link className="btn btn--plain" to="/links">
        {t("nothing.back")}
      </Link>
    </Empty>
  );
}

interface PickedBarProps {
  readonly count: number;
  readonly onAll: (() => void) | undefined;
  readonly onRestore: () => void;
  readonly onErase: () => void;
  readonly onClear: () => void;
}

/** Actions on the selected links, at the bottom of the window. */
function PickedBar({ count, onAll, onRestore, onErase, onClear }: PickedBarProps) {
  const { t } = useTranslation("archive", { keyPrefix: "deleted" });
  useBodyClass("has-bulk", true);
  return (
    <div className="bulk bulk--words" role="toolbar" aria-label={t("selected")}>
      <b role="status">{t("count", { count })}</b>
      {onAll !== undefined && (
        <button type="button" className="bulk__all" onClick={onAll}>
          {t("selectAll")}
        </button>
      )}
      <button type="button" onClick={onRestore}>
        <span>{t("restore")}</span>
      </button>
      <button type="button" aria-haspopup="dialog" onClick={onErase}>
        <span>{t("erase")}</span>
      </button>
      <button type="button" className="bulk__small" title={t("clear")} aria-label={t("clear")} onClick={onClear}>
        <X className="icon" />
      </button>
    </div>
  );
}

const noLinks: readonly DeletedLink[] = [];
const nothingSelected: ReadonlySet<LinkId> = new Set();

const rowOf = (id: LinkId): HTMLElement | null => document.querySelector(`[data-deleted="${CSS.escape(id)}"]`);
const focusRow = (row: Element | null | undefined): void =>
  (row?.querySelector<HTMLElement>("a") ?? document.getElementById("main"))?.focus();

/** Recently deleted links, to restore or to erase. */
export function DeletedPage() {
  const { t } = useTranslation("archive", { keyPrefix: "deleted" });
  const { t: ofLinks } = useTranslation("links");
  const dispatch = useAppDispatch();
  const now = useNow();
  const [typed, setTyped] = useState("");
  const q = useSettled(typed.trim(), TYPING_MS);
  const answer = useDeletedLinksInfiniteQuery(q, { refetchOnMountOrArgChange: true });
  const { data, currentData, isFetching, hasNextPage } = answer;
  const [selected, setSelected] = useState(nothingSelected);
  const last = useRef<LinkId>(null);
  const [erasure, setErasure] = useState<Erasure>();
  const links = data?.pages.flatMap((page) => page.links);
  const shown = links ?? noLinks;
  const picked = shown.filter(({ id }) => selected.has(id));
  const isEmpty = links !== undefined && shown.length === 0 && !hasNextPage;
  const isFiltered = typed.trim() !== "" || q !== "";

  const clear = (): void => setSelected(nothingSelected);

  function select(id: LinkId, range: boolean): void {
    const order = shown.map((link) => link.id);
    const next = new Set(selected);
    if (range && last.current !== null) for (const each of rangeBetween(order, last.current, id)) next.add(each);
    else if (!next.delete(id)) next.add(id);
    last.current = id;
    setSelected(next);
  }

  async function restore(those: readonly DeletedLink[]): Promise<void> {
    const [first] = those;
    if (first === undefined) return;
    const row = rowOf(first.id);
    focusRow(those.length === 1 ? (row?.nextElementSibling ?? row?.previousElementSibling) : null);
    clear();
    const { count, error } = await dispatch(restoreLinks(those));
    const said =
      those.length === 1 ? t("restored", { title: titleOfLink(first, ofLinks) }) : t("restoredMany", { count });
    if (count > 0) dispatch(noteShown(said));
    if (error !== undefined) dispatch(errorShown(error));
  }

  async function askForAll(): Promise<void> {
    const all = await dispatch(countDeleted());
    if (all === undefined) dispatch(errorShown(texts.unexpected));
    else if (all > 0) setErasure({ all });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    if (ctrlKey || metaKey || altKey || erasure !== undefined) return;
    if (key === "Escape" && selected.size > 0) return clear();
    const row = target instanceof Element ? target.closest<HTMLElement>("[data-deleted]") : null;
    const link = shown.find(({ id }) => id === row?.dataset["deleted"]);
    if (row === null || link === undefined) return;
    const to = { ArrowDown: row.nextElementSibling, ArrowUp: row.previousElementSibling }[key];
    if (to !== undefined) focusRow(to ?? row);
    else if (key === "x") select(link.id, false);
    else if (key === "Delete" || key === "#") setErasure({ links: [link] });
    else return;
    event.preventDefault();
  }

  const tools = (shown.length > 0 || isFiltered) && (
    <div className="deleted__tools">
      <input
        className="input"
        type="search"
        aria-label={t("search")}
        placeholder={t("find")}
        autoComplete="off"
        maxLength={SEARCH_CHARS}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="button" className="btn btn--danger-quiet" aria-haspopup="dialog" onClick={() => void askForAll()}>
        {t("emptyAll")}
      </button>
    </div>
  );

  return (
    <SidePage
      tab={t("tab")}
      title={t("title")}
      text={<p>{t("text", { days: DAYS })}</p>}
      tools={tools}
      of={{ ...answer, data: currentData }}
    >
      <div onKeyDown={onKeyDown}>
        {links === undefined && <WaitingList label={t("loading")} className="deleted" row="deleted__row" rows={6} />}
        {isEmpty && !isFiltered && <NothingDeleted />}
        {isEmpty && isFiltered && !isFetching && (
          <section className="deleted__none" role="status">
            <p>{t("notFound", { q })}</p>
            <button type="button" className="btn btn--plain" onClick={() => setTyped("")}>
              {t("showAll")}
            </button>
          </section>
        )}
        {shown.length > 0 && (
          <ul className="deleted" aria-label={t("list")}>
            {shown.map((link) => (
              <DeletedRow
                key={link.id}
                link={link}
                now={now}
                isSelected={selected.has(link.id)}
                onSelect={(range) => select(link.id, range)}
                onRestore={() => void restore([link])}
                onErase={() => setErasure({ links: [link] })}
              />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <div className="page__more">
            <MoreButton of={answer}>{t("more")}</MoreButton>
          </div>
        )}
        {picked.length > 0 && (
          <PickedBar
            count={picked.length}
            onAll={picked.length < shown.length ? () => setSelected(new Set(shown.map(({ id }) => id))) : undefined}
            onRestore={() => void restore(picked)}
            onErase={() => setErasure({ links: picked })}
            onClear={clear}
          />
        )}
      </div>
      {erasure !== undefined && <EraseDialog what={erasure} onClose={() => setErasure(undefined)} />}
    </SidePage>
  );
}
