import type { Subscription } from "@satchel/contracts";
import { exportSubscriptions } from "@satchel/contracts/settings-routes";
import { Download, Pause, Play, Rss, Upload } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { DownloadLink } from "../../session/DownloadLink.tsx";
import { overlayOpened } from "../../session/overlay.slice.ts";
import { Note, RemoveButton } from "./Note.tsx";
import { Listed, RowText, useEnding } from "./Listed.tsx";
import { type OpmlFeed, readOpml } from "./opml.ts";
import { OpmlImport } from "./OpmlImport.tsx";
import {
  useChangeSubscriptionMutation,
  useEndSubscriptionMutation,
  useSubscriptionsQuery,
} from "./subscriptions.api.ts";
import { useSourceName } from "./useSourceName.ts";
import { useWhen } from "./useWhen.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import "./feeds.css";

interface RowProps {
  readonly subscription: Subscription;
  readonly onPause: () => void;
  readonly onEnd: () => void;
}

function Row({ subscription, onPause, onEnd }: RowProps) {
  const { t } = useTranslation("account");
  const { ago } = useWhen();
  const nameOf = useSourceName();
  const { title, folder_id: folderId, paused, polled_at: polledAt, error, saved } = subscription;
  const facts = [
    folderId === null ? t("follow.intoNone") : nameOf({ kind: "folder", folder_id: folderId }),
    t("follow.saved", { count: saved }),
    polledAt === null ? t("follow.unread") : t("follow.read", { when: ago(polledAt) }),
  ];
  const isPaused = paused !== null;
  const label = t(isPaused ? "follow.resume" : "follow.pause", { title });
  return (
    <li>
      <Rss className="icon" />
      <RowText name={title} facts={facts.join(" · ")}>
        {isPaused && <small className="hook__bad">{t(`follow.paused.${paused}`)}</small>}
        {!isPaused && error !== null && <small className="hook__bad">{t("follow.error", { error })}</small>}
      </RowText>
      <IconButton label={label} icon={isPaused ? Play : Pause} onClick={onPause} />
      <RemoveButton label={t("follow.end", { title })} onClick={onEnd} />
    </li>
  );
}

/** The feeds that the account follows; another one is found in a dialog over this one. */
export function SubscriptionsPane() {
  const { t } = useTranslation("account");
  const dispatch = useAppDispatch();
  const all = useSubscriptionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [change] = useChangeSubscriptionMutation();
  const [end] = useEndSubscriptionMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { outcome, setOutcome, endOne } = useEnding(end, heading);
  const file = useRef<HTMLInputElement>(null);
  const [found, setFound] = useState<readonly OpmlFeed[] | null>(null);
  const onEnd = ({ id, title }: Subscription) =>
    endOne(id, { ended: t("follow.ended", { title }), failed: t("follow.failed") });
  async function onPause({ id, paused }: Subscription): Promise<void> {
    setOutcome(null);
    const { error } = await change({ id, is_paused: paused === null });
    if (error !== undefined) setOutcome({ ok: false, text: t("follow.failed") });
  }

  async function onFile({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [chosen] = target.files ?? [];
    setOutcome(null);
    setFound(null);
    if (chosen === undefined) return;
    const feeds = readOpml(
      await chosen.text(),
      (all.data ?? []).map(({ url }) => url),
    );
    // So that the same file can be chosen again.
    target.value = "";
    if (feeds === undefined) return setOutcome({ ok: false, text: t("follow.noOpml") });
    if (feeds.length === 0) return setOutcome({ ok: true, text: t("follow.nothingNew") });
    setFound(feeds);
  }

  return (
    <section className="stack">
      <h4 id="follow-title" ref={heading} tabIndex={-1}>
        {t("follow.list")}
      </h4>
      <p>{t("follow.text")}</p>
      <Listed of={all} aria-labelledby="follow-title">
        {(one) => (
          <Row key={one.id} subscription={one} onPause={() => void onPause(one)} onEnd={() => void onEnd(one)} />
        )}
      </Listed>
      {found !== null ? (
        <OpmlImport
          feeds={found}
          onDone={(done) => {
            setFound(null);
            setOutcome(done);
            heading.current?.focus();
          }}
        />
      ) : (
        <div className="opml__actions">
          <button
            type="button"
            className="btn btn--plain"
            aria-haspopup="dialog"
            onClick={() => {
              setOutcome(null);
              dispatch(overlayOpened({ kind: "follow", folderId: null }));
            }}
          >
            <Rss className="icon icon-m" />
            {t("follow.add")}
          </button>
          <input ref={file} type="file" hidden accept=".opml,.xml" onChange={(event) => void onFile(event)} />
          <button type="button" className="btn btn--plain" onClick={() => file.current?.click()}>
            <Upload className="icon icon-m" />
            {t("follow.import")}
          </button>
          {all.data !== undefined && all.data.length > 0 && (
            <DownloadLink operation={exportSubscriptions} className="btn btn--plain">
              <Download className="icon icon-m" />
              {t("follow.export")}
            </DownloadLink>
          )}
        </div>
      )}
      <Note outcome={outcome} />
    </section>
  );
}
