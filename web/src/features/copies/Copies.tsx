import { type Copy, isItem, type LinkCopies, type LinkId, texts } from "@satchel/contracts";
import { restoreCopy } from "@satchel/contracts/later-routes";
import { RotateCw, Trash2, Upload } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { sizeText } from "../../kit/sizeText.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { isProblem, reasonOf } from "../../kit/transport/call.ts";
import { useLinkDetailQuery } from "../../links/detail.api.ts";
import { useExact } from "../../links/times.ts";
import { offerUndo } from "../../session/undo.slice.ts";
import {
  useChangeLinkKeepingMutation,
  useCopiesQuery,
  useDeleteCopyMutation,
  useKeepAgainMutation,
  useRestoreCopyMutation,
  useUploadCopyMutation,
} from "./copies.api.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import "./copies.css";

const TOO_MANY_REQUESTS = 429;

/** Whether it may have been typed here: nobody sends a text as the copy of a page. */
const isTyped = ({ source, type }: Copy): boolean => source === "upload" && /^text\/(?:plain|markdown)$/.test(type);

/** A version: opens in a tab of its own, and can be deleted. */
function Version({ id, copy }: { id: LinkId; copy: Copy }) {
  const { t, i18n } = useTranslation("copies");
  const dispatch = useAppDispatch();
  const when = useExact()(copy.kept_at);
  const [remove] = useDeleteCopyMutation();
  const [restore] = useRestoreCopyMutation();

  async function onDelete(): Promise<void> {
    const { error } = await remove({ id, copy });
    if (error !== undefined) {
      dispatch(errorShown(texts.unexpected));
      return;
    }
    const takeBack = { operation: restoreCopy, params: { id, version: copy.version } };
    dispatch(offerUndo(t("deleted"), () => restore({ id, copy }).unwrap(), takeBack));
  }

  return (
    <li className="copies__version">
      <a href={copy.open_url} target="_blank" rel="noreferrer">
        <span className="sr">{t("open")} </span>
        <time dateTime={copy.kept_at}>{when}</time>{" "}
        <small>
          {sizeText(copy.bytes, i18n.language)}
          {copy.source !== "fetch" && !isTyped(copy) && ` · ${t(`source.${copy.source}`)}`}
          {copy.left_out > 0 && ` · ${t("leftOut", { count: copy.left_out })}`}
        </small>
      </a>
      <IconButton label={t("delete", { when })} icon={Trash2} size="m" isDanger onClick={() => void onDelete()} />
    </li>
  );
}

const REASONS = new Set(["quota", "too-large", "too-many"] as const);

/** Why there is no copy, or no newer one. */
function State({ found }: { found: LinkCopies }) {
  const { t } = useTranslation("copies");
  const { copies, reason, is_kept: isKept, requested_at: requestedAt, missed_at: missedAt } = found;
  const newest = copies[0]?.kept_at ?? "";
  const isComing = requestedAt !== null && requestedAt > newest && requestedAt > (missedAt ?? "");
  if (isComing) return <p className="hint">{t("coming")}</p>;
  if (reason !== null) {
    const known = [...REASONS].find((each) => each === reason) ?? "other";
    return <p className="hint">{t(`reason.${known}`)}</p>;
  }
  if (copies.length > 0) return null;
  return <p className="hint">{t(isKept ? "none" : "off")}</p>;
}

/** The copies of a link's page, the newest first, with all that can be done with them. */
export function Copies({ id }: { id: LinkId }) {
  const { t } = useTranslation("copies");
  const dispatch = useAppDispatch();
  const { currentData: found } = useCopiesQuery(id);
  const [keep, { isLoading }] = useKeepAgainMutation();
  const [upload, { isLoading: isUploading }] = useUploadCopyMutation();
  const [change] = useChangeLinkKeepingMutation();
  const file = useRef<HTMLInputElement>(null);
  const [isTooSoon, setTooSoon] = useState(false);
  const { currentData: link } = useLinkDetailQuery(id);
  if (found === undefined || link === undefined) return null;
  // A mail and a file can't be fetched again.
  const isPage = !isItem(link.url);

  function onAnswer({ error }: { readonly error?: unknown }): void {
    const tooSoon = isProblem(error) && error.status === TOO_MANY_REQUESTS;
    setTooSoon(tooSoon);
    if (error !== undefined && !tooSoon) dispatch(errorShown(reasonOf(error, texts.unexpected)));
  }

  async function onFile({ currentTarget: input }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [page] = input.files ?? [];
    if (page !== undefined) onAnswer(await upload({ id, page }));
    // The same file can be chosen again.
    input.value = "";
  }

  return (
    <section className="copies" aria-label={t("title")}>
      <h3 className="label">{t("title")}</h3>
      {found.copies.length > 0 && (
        <ul>
          {found.copies.map((copy) => (
            <Version key={copy.version} id={id} copy={copy} />
          ))}
        </ul>
      )}
      <State found={found} />
      <div className="copies__acts">
        {isPage && (
          <button type="button" className="text-link" disabled={isLoading} onClick={() => void keep(id).then(onAnswer)}>
            <RotateCw className="icon icon-s" />
            {t("keepAgain")}
          </button>
        )}
        <button
          type="button"
          className="text-link"
          title={t("uploadHint")}
          disabled={isUploading}
          onClick={() => file.current?.click()}
        >
          <Upload className="icon icon-s" />
          {t("upload")}
        </button>
        <input ref={file} type="file" hidden accept=".html,.htm,text/html" onChange={(event) => void onFile(event)} />
        {isPage && (
          <button type="button" className="text-link" onClick={() => void change({ id, isOn: !found.is_kept })}>
            {t(found.is_kept ? "switchOff" : "switchOn")}
          </button>
        )}
        <small role="status">{isTooSoon ? t("tooSoon") : ""}</small>
      </div>
    </section>
  );
}
