import { type Share, texts } from "@satchel/contracts";
import { Folder, Link as LinkIcon } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useEndShareMutation, useSharesQuery } from "../../folders/shares.api.ts";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import type { Problem } from "../../kit/transport/call.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";
import { Note, type Outcome, RowSkeletons } from "./Note.tsx";
import { useShareFacts } from "./useShareFacts.ts";
import "./shares.css";

function ShareRow({ share, onEnd }: { share: Share; onEnd: (title: string) => void }) {
  const { t } = useTranslation("account");
  const dispatch = useAppDispatch();
  const facts = useShareFacts();
  const { source } = share;
  const Icon = source.kind === "folder" ? Folder : LinkIcon;
  const title = share.title ?? t(source.kind === "folder" ? "shares.goneFolder" : "shares.goneLink");
  return (
    <li>
      <Icon className="icon" />
      <span>
        <b>
          <bdi>{title}</bdi>
        </b>
        <small>{facts.all(share).join(" · ")}</small>
      </span>
      {!share.ended_by_operator && (
        <>
          <button
            type="button"
            className="btn btn--ghost"
            aria-haspopup="dialog"
            aria-label={t("shares.changeOne", { title })}
            onClick={() => dispatch(overlayOpened({ kind: "share", source, title }))}
          >
            {t("shares.change")}
          </button>
          <button
            type="button"
            className="btn btn--ghost"
            aria-label={t("shares.endOne", { title })}
            onClick={() => onEnd(title)}
          >
            {t("shares.end")}
          </button>
        </>
      )}
    </li>
  );
}

/** All that the account shares. */
export function SharesPane() {
  const { t } = useTranslation("account");
  const { data: shares, isError, refetch } = useSharesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [end] = useEndShareMutation();
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const lead = useRef<HTMLParagraphElement>(null);

  /** What has ended meanwhile counts as success. */
  async function onEnd({ id }: Share, title: string): Promise<void> {
    setOutcome(null);
    // The focused button is removed with its row.
    lead.current?.focus();
    const { error } = await end(id);
    const gone = error === undefined || (error as Problem).status === 404;
    setOutcome({ ok: gone, text: gone ? t("shares.ended", { title }) : t("shares.failed") });
  }

  return (
    <section className="stack">
      <p ref={lead} tabIndex={-1}>
        {t("shares.text")}
      </p>
      {shares === undefined && isError && <LoadFault text={texts.links.loadFailed} onRetry={() => void refetch()} />}
      {shares === undefined && !isError && <RowSkeletons count={1} />}
      {shares?.length === 0 && <p className="hint">{t("shares.none")}</p>}
      {shares !== undefined && shares.length > 0 && (
        <ul className="rows share-rows" aria-label={t("shares.title")}>
          {shares.map((share) => (
            <ShareRow key={share.id} share={share} onEnd={(title) => void onEnd(share, title)} />
          ))}
        </ul>
      )}
      <Note outcome={outcome} />
    </section>
  );
}
