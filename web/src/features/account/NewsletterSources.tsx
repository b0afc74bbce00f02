import type { NewsletterSource } from "@satchel/contracts";
import { Newspaper, Volume2, VolumeX } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { useAppDispatch } from "../../kit/state.ts";
import { reasonOf } from "../../kit/transport/call.ts";
import { accountClosed } from "../../session/overlay.slice.ts";
import { Note, type Outcome } from "./Note.tsx";
import { useMuteSenderMutation, useUnsubscribeMutation } from "./newsletters.api.ts";
import { useWhen } from "./useWhen.ts";
import { IconButton } from "../../kit/IconButton.tsx";

interface SourceRowProps {
  readonly source: NewsletterSource;
  readonly onSaid: (outcome: Outcome | null) => void;
}

/** One sender: how many mails, the last one, and what can be done. */
function SourceRow({ source, onSaid }: SourceRowProps) {
  const { t } = useTranslation("account");
  const dispatch = useAppDispatch();
  const { ago } = useWhen();
  const [mute, { isLoading: isMuting }] = useMuteSenderMutation();
  const [unsubscribe, { isLoading: isEnding }] = useUnsubscribeMutation();
  const { sender, name, count, last, is_muted: isMuted, unsubscribe: way } = source;
  const shown = name ?? sender;
  const muteLabel = t(isMuted ? "newsletters.unmute" : "newsletters.mute", { name: shown });
  const endLabel = t("newsletters.endOne", { name: shown });

  async function onMute(): Promise<void> {
    if (isMuting) return;
    onSaid(null);
    const { error } = await mute({ sender, isMuted: !isMuted });
    if (error !== undefined) return onSaid({ ok: false, text: t("newsletters.failed") });
    onSaid({ ok: true, text: t(isMuted ? "newsletters.unmuted" : "newsletters.nowMuted", { name: shown }) });
  }

  async function onEnd(): Promise<void> {
    if (isEnding) return;
    onSaid(null);
    const { error } = await unsubscribe(sender);
    if (error === undefined) return onSaid({ ok: true, text: t("newsletters.ended", { name: shown }) });
    onSaid({ ok: false, text: reasonOf(error, t("newsletters.failed")) });
  }

  return (
    <li className={`source ${way === null ? "" : "source--ends"} ${isMuted ? "is-muted" : ""}`}>
      <Newspaper className="icon" />
      <span>
        <b>
          <bdi>{shown}</bdi>
        </b>
        {name !== null && (
          <small>
            <bdi>{sender}</bdi>
          </small>
        )}
        <small>
          {isMuted && <em className="badge">{t("newsletters.isMuted")}</em>} {t("newsletters.count", { count })}
          {last !== null && (
            <>
              {" · "}
              {last.link_id === null ? (
                <bdi>{last.subject || t("newsletters.noSubject")}</bdi>
              ) : (
                <Link className="text-link" to={`/read/${last.link_id}`} onClick={() => void dispatch(accountClosed())}>
                  <bdi>{last.subject || t("newsletters.noSubject")}</bdi>
                </Link>
              )}
              {", "}
              {ago(last.received_at)}
            </>
          )}
        </small>
      </span>
      {way?.by === "request" && (
        <button
          type="button"
          className="btn btn--ghost"
          aria-label={endLabel}
          aria-disabled={isEnding}
          onClick={() => void onEnd()}
        >
          {t("newsletters.end")}
        </button>
      )}
      {way?.by === "link" && (
        <a className="btn btn--ghost" href={way.url} target="_blank" rel="noopener noreferrer" aria-label={endLabel}>
          {t("newsletters.end")}
        </a>
      )}
      <IconButton
        label={muteLabel}
        icon={isMuted ? Volume2 : VolumeX}
        aria-disabled={isMuting}
        onClick={() => void onMute()}
      />
    </li>
  );
}

/** Who writes to the secret addresses. */
export function NewsletterSources({ sources }: { sources: readonly NewsletterSource[] }) {
  const { t } = useTranslation("account");
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  if (sources.length === 0) return null;
  return (
    <section className="stack">
      <h4 id="sources-title">{t("newsletters.sources")}</h4>
      <p>{t("newsletters.sourcesText")}</p>
      <ul className="rows" aria-labelledby="sources-title">
        {sources.map((source) => (
          <SourceRow key={source.sender} source={source} onSaid={setOutcome} />
        ))}
      </ul>
      <Note outcome={outcome} />
    </section>
  );
}
