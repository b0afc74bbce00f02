import type { LinkFilters } from "@satchel/contracts";
import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { Dialog } from "../../kit/Dialog.tsx";
import { sizeText } from "../../kit/sizeText.ts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { dropOffline, keepNewest, NEWEST_KEPT, readKept } from "../../links/keepOffline.ts";
import { selectCanKeep, selectKept } from "../../links/kept.slice.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import "./kept.css";

/** A list of which the newest articles are to be kept. */
interface KeptList {
  readonly filters: LinkFilters;
  readonly name: string;
}

/** Keeps the newest articles of a list, and says how far it is. */
function KeepNewest({ filters, name }: KeptList) {
  const { t } = useTranslation("offline");
  const dispatch = useAppDispatch();
  const [progress, setProgress] = useState<{ readonly done: number; readonly all: number }>();
  const [isBusy, setBusy] = useState(false);
  const ending = useRef(new AbortController());
  // What is closed goes no further.
  useEffect(() => {
    const here = new AbortController();
    ending.current = here;
    return () => here.abort();
  }, []);

  async function keep(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    const onProgress = (done: number, all: number) => setProgress({ done, all });
    await dispatch(keepNewest({ filters, onProgress, signal: ending.current.signal }));
    setBusy(false);
  }

  return (
    <div className="kept__newest">
      <button type="button" className="btn btn--accent" aria-busy={isBusy} onClick={() => void keep()}>
        {t("kept.newest", { count: NEWEST_KEPT, name })}
      </button>
      <p className="hint" role="status">
        {progress !== undefined &&
          (progress.all === 0 ? t("kept.nothingNew") : t("kept.progress", { count: progress.done, all: progress.all }))}
      </p>
    </div>
  );
}

interface KeptDialogProps {
  readonly list: KeptList | undefined;
  readonly onClose: () => void;
}

/** The articles that are kept on this device, and what they take. */
export function KeptDialog({ list, onClose }: KeptDialogProps) {
  const { t, i18n } = useTranslation("offline");
  const dispatch = useAppDispatch();
  const canKeep = useAppSelector(selectCanKeep);
  const kept = useAppSelector(selectKept);
  const head = useRef<HTMLParagraphElement>(null);
  const articles = Object.values(kept ?? {})
    .filter((article) => article !== undefined)
    .toSorted((a, b) => b.at - a.at);
  const bytes = articles.reduce((sum, article) => sum + article.bytes, 0);
  useEffect(() => void dispatch(readKept()), [dispatch]);

  return (
    <Dialog title={t("kept.title")} onClose={onClose}>
      <div className="dialog__body dialog__body--form kept">
        <p ref={head} tabIndex={-1}>
          {!canKeep
            ? t("kept.cant")
            : articles.length === 0
              ? t("kept.none")
              : t("kept.count", { count: articles.length, size: sizeText(bytes, i18n.language) })}
        </p>
        {canKeep && list !== undefined && <KeepNewest {...list} />}
        {articles.length > 0 && (
          <ul className="kept__list">
            {articles.map(({ id, title, site }) => (
              <li key={id}>
                <Link to={`/read/${id}`} onClick={onClose}>
                  <bdi className="one-line">{title}</bdi>
                  <small className="one-line">
                    <bdi>{site}</bdi>
                  </small>
                </Link>
                <IconButton
                  label={t("kept.drop", { title })}
                  icon={X}
                  size="m"
                  onClick={() => {
                    head.current?.focus();
                    void dispatch(dropOffline(id));
                  }}
                />
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}
