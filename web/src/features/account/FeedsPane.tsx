import type { Feed } from "@satchel/contracts";
import { Rss } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";
import { useEndFeedMutation, useFeedsQuery } from "./feeds.api.ts";
import { Note } from "./Note.tsx";
import { Listed, RowText, useEnding } from "./Listed.tsx";
import { lastUseIn } from "./rules.ts";
import { useSourceName } from "./useSourceName.ts";
import { useWhen } from "./useWhen.ts";

function FeedRow({ feed, onEnd }: { feed: Feed; onEnd: () => void }) {
  const { t } = useTranslation("account");
  const { ago } = useWhen();
  const nameOf = useSourceName();
  const { name } = feed;
  const facts = [nameOf(feed.source)];
  if (feed.full_text) facts.push(t("feeds.withText"));
  facts.push(lastUseIn(t, feed, ago));
  return (
    <li>
      <Rss className="icon" />
      <RowText name={name} facts={facts.join(" · ")} />
      <button type="button" className="btn btn--ghost" aria-label={t("feeds.endOne", { name })} onClick={onEnd}>
        {t("feeds.end")}
      </button>
    </li>
  );
}

/** The feeds of the account; a new one is made in a dialog over this one. */
export function FeedsPane() {
  const { t } = useTranslation("account");
  const dispatch = useAppDispatch();
  const feeds = useFeedsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [end] = useEndFeedMutation();
  const heading = useRef<HTMLHeadingElement>(null);
  const { outcome, setOutcome, endOne } = useEnding(end, heading);
  const onEnd = ({ id, name }: Feed) => endOne(id, { ended: t("feeds.ended", { name }), failed: t("feeds.endFailed") });

  return (
    <section className="stack">
      <h4 id="feeds-title" ref={heading} tabIndex={-1}>
        {t("feeds.title")}
      </h4>
      <p>{t("feeds.text")}</p>
      <Listed of={feeds} aria-labelledby="feeds-title">
        {(feed) => <FeedRow key={feed.id} feed={feed} onEnd={() => void onEnd(feed)} />}
      </Listed>
      <div>
        <button
          type="button"
          className="btn btn--plain"
          aria-haspopup="dialog"
          onClick={() => {
            setOutcome(null);
            dispatch(overlayOpened({ kind: "feed", source: { kind: "all" }, name: t("feeds.allName") }));
          }}
        >
          <Rss className="icon icon-m" />
          {t("feeds.all")}
        </button>
      </div>
      <Note outcome={outcome} />
    </section>
  );
}
