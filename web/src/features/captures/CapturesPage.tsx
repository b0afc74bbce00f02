import { CAPTURE_SECONDS, type Capture } from "@satchel/contracts";
import { Fragment, useMemo, useState } from "react";
import { MailOpen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CaptureItem } from "./CaptureItem.tsx";
import { eachOnce, isUnsaved, useCapturesInfiniteQuery } from "./captures.api.ts";
import { MoreButton } from "../../kit/MoreButton.tsx";
import { SaveAddress } from "../../session/SaveAddress.tsx";
import { SidePage } from "../../links/SidePage.tsx";
import { localeOf } from "../../kit/i18n/language.ts";
import { useTimes } from "../../links/times.ts";
import { useNow } from "../../kit/hooks.ts";
import "./captures.css";

interface CaptureTimes {
  /** The heading of a mail's day. */
  readonly dayOf: (instant: string, now: Date) => string;
  /** The time of arrival in this and the last week: "10:12"; before that with its day: "14 Nov, 10:12". */
  readonly timeOf: (instant: string, now: Date) => string;
}

const DAY = 24 * 3600 * 1000;

/** Formatters of the times of mails in the reader's language. */
function useCaptureTimes(): CaptureTimes {
  const { i18n } = useTranslation("kit");
  const times = useTimes();
  return useMemo(() => {
    const locale = localeOf(i18n.language);
    const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
    const dayAndClock = new Intl.DateTimeFormat(locale, {
      day: "numeric",
      month: "short",
      hour: "2-digit",
      minute: "2-digit",
    });
    return {
      dayOf: (instant, now) => times.heading(new Date(instant), now),
      timeOf: (instant, now) => {
        const then = new Date(instant);
        return (now.getTime() - then.getTime() < DAY ? clock : dayAndClock).format(then);
      },
    };
  }, [i18n.language, times]);
}

const DAYS = CAPTURE_SECONDS / (24 * 3600);

/** Placeholders of mails, of their final size. */
function Waiting() {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  return (
    <section className="skels" aria-busy="true" aria-label={t("loading")}>
      {[1, 2, 3, 4].map((mail) => (
        <div className="caps__wait" key={mail} aria-hidden="true">
          <i className="shimmer" />
          <div>
            <i className="shimmer" />
            <i className="shimmer" />
          </div>
        </div>
      ))}
    </section>
  );
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  return (
    <section className="empty">
      <MailOpen className="empty__sign" />
      <h2 className="title-section">{t(isFiltered ? "empty.unsaved" : "empty.title")}</h2>
      <p>{t(isFiltered ? "empty.unsavedText" : "empty.text")}</p>
      {!isFiltered && (
        <div className="actions">
          <SaveAddress />
        </div>
      )}
    </section>
  );
}

/** The mails by day. */
function Mails({ captures }: { captures: readonly Capture[] }) {
  const now = useNow();
  const { dayOf, timeOf } = useCaptureTimes();
  return captures.map((capture, index) => {
    const day = dayOf(capture.received_at, now);
    const above = captures[index - 1];
    const isFirst = above === undefined || dayOf(above.received_at, now) !== day;
    return (
      <Fragment key={capture.id}>
        {isFirst && <h2 className="caps__day">{day}</h2>}
        <CaptureItem capture={capture} when={timeOf(capture.received_at, now)} />
      </Fragment>
    );
  });
}

/** The mails of the last weeks with their outcomes, updated live. */
export function CapturesPage() {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  const { data, error, isFetching, isFetchingNextPage, refetch, fetchNextPage, hasNextPage } = useCapturesInfiniteQuery(
    undefined,
    { refetchOnMountOrArgChange: true },
  );
  const [onlyUnsaved, setOnlyUnsaved] = useState(false);
  const all = data === undefined ? undefined : eachOnce(data.pages.flatMap(({ captures }) => captures));
  const unsaved = all?.filter(isUnsaved);
  const shown = onlyUnsaved ? unsaved : all;

  const tools = (
    <div className="page__tools">
      <div className="seg seg--text" role="group" aria-label={t("show")}>
        <button type="button" aria-pressed={!onlyUnsaved} onClick={() => setOnlyUnsaved(false)}>
          {t("all")}
        </button>
        <button type="button" aria-pressed={onlyUnsaved} onClick={() => setOnlyUnsaved(true)}>
          {t("unsaved")}
          {unsaved !== undefined && unsaved.length > 0 && <span className="badge badge--warn">{unsaved.length}</span>}
        </button>
      </div>
    </div>
  );
  return (
    <SidePage
      tab={t("tab")}
      title={t("title")}
      text={<p>{t("text")}</p>}
      tools={tools}
      isFailed={error !== undefined && all === undefined}
      isBusy={isFetching}
      onRetry={() => void refetch()}
    >
      {shown === undefined && <Waiting />}
      {shown?.length === 0 && !hasNextPage && <Nothing isFiltered={onlyUnsaved} />}
      {shown !== undefined && <Mails captures={shown} />}
      {hasNextPage && (
        <div className="caps__more">
          <MoreButton
            isFetching={isFetching}
            isFetchingNextPage={isFetchingNextPage}
            onMore={() => void fetchNextPage()}
          >
            {t("more")}
          </MoreButton>
        </div>
      )}
      {shown !== undefined && shown.length > 0 && !hasNextPage && (
        <p className="hint caps__kept">{t("kept", { days: DAYS })}</p>
      )}
    </SidePage>
  );
}
