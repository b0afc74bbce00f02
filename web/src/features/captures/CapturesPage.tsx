import { CAPTURE_SECONDS, type Link, type LinkId } from "@satchel/contracts";
import { Fragment, useMemo, useState } from "react";
import { MailOpen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CaptureItem } from "./CaptureItem.tsx";
import { ImportItem, SavedItem } from "./OtherItems.tsx";
import {
  type Arrival,
  arrivalsOf,
  eachOnce,
  isUnsaved,
  useCapturesInfiniteQuery,
  useImportsSavedQuery,
  useSavesInfiniteQuery,
} from "./captures.api.ts";
import { MoreButton } from "../../kit/MoreButton.tsx";
import { SaveAddress } from "../../session/SaveAddress.tsx";
import { SidePage } from "../../links/SidePage.tsx";
import { localeOf } from "../../kit/i18n/language.ts";
import { useTimes } from "../../links/times.ts";
import { useNow } from "../../kit/hooks.ts";
import { Empty } from "../../kit/Empty.tsx";
import "./captures.css";

interface CaptureTimes {
  /** The heading of a day. */
  readonly dayOf: (instant: string, now: Date) => string;
  /** The time of arrival in this and the last week: "10:12"; before that with its day: "14 Nov, 10:12". */
  readonly timeOf: (instant: string, now: Date) => string;
}

const DAY = 24 * 3600 * 1000;

/** Formatters of the times of arrival in the reader's language. */
function useCaptureTimes(): CaptureTimes {
  const { i18n } = useTranslation("kit");
  const times = useTimes();
  return useMemo(() => {
    const locale = localeOf(i18n.language);
    const clock = new Intl.DateTimeFormat(locale, { timeStyle: "short" });
    const dayAndClock = new Intl.DateTimeFormat(locale, {
      day: "numeric",
      month: "short",
      hour: "numeric",
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

/** Placeholders of what arrived, of their final size. */
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
    <Empty
      sign={<MailOpen className="empty__sign" />}
      title={t(isFiltered ? "empty.unsaved" : "empty.title")}
      text={t(isFiltered ? "empty.unsavedText" : "empty.text")}
    >
      {isFiltered ? undefined : <SaveAddress />}
    </Empty>
  );
}

const keyOf = (arrival: Arrival): string =>
  arrival.kind === "mail" ? arrival.capture.id : arrival.kind === "link" ? arrival.link.id : arrival.of.id;

interface ArrivalItemProps {
  readonly arrival: Arrival;
  readonly when: string;
  readonly byId: ReadonlyMap<LinkId, Link>;
}

function ArrivalItem({ arrival, when, byId }: ArrivalItemProps) {
  switch (arrival.kind) {
    case "mail":
      return <CaptureItem capture={arrival.capture} when={when} byId={byId} />;
    case "link":
      return <SavedItem link={arrival.link} when={when} />;
    case "import":
      return <ImportItem of={arrival.of} when={when} />;
  }
}

interface ArrivalsProps {
  readonly arrivals: readonly Arrival[];
  /** Links of the archive as they are now. */
  readonly links: readonly Link[];
}

/** What arrived, by day. */
function Arrivals({ arrivals, links }: ArrivalsProps) {
  const byId = useMemo(() => new Map(links.map((link) => [link.id, link])), [links]);
  const now = useNow();
  const { dayOf, timeOf } = useCaptureTimes();
  return arrivals.map((arrival, index) => {
    const day = dayOf(arrival.at, now);
    const above = arrivals[index - 1];
    const isFirst = above === undefined || dayOf(above.at, now) !== day;
    return (
      <Fragment key={keyOf(arrival)}>
        {isFirst && <h2 className="caps__day">{day}</h2>}
        <ArrivalItem arrival={arrival} byId={byId} when={timeOf(arrival.at, now)} />
      </Fragment>
    );
  });
}

const ALWAYS = { refetchOnMountOrArgChange: true };

/** What came into the archive in the last weeks, with its outcome, updated live. */
export function CapturesPage() {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  const mails = useCapturesInfiniteQuery(undefined, ALWAYS);
  const saves = useSavesInfiniteQuery(undefined, ALWAYS);
  const imports = useImportsSavedQuery(undefined, ALWAYS);
  const now = useNow();
  const [onlyUnsaved, setOnlyUnsaved] = useState(false);

  const since = new Date(now.getTime() - CAPTURE_SECONDS * 1000).toISOString();
  const captures = mails.data === undefined ? undefined : eachOnce(mails.data.pages.flatMap((page) => page.captures));
  const links = saves.data?.pages.flatMap((page) => page.links);
  const isLinkLater = saves.hasNextPage && (links?.at(-1)?.saved_at ?? "") >= since;
  const unsaved = captures?.filter(isUnsaved);
  const all =
    captures === undefined || links === undefined || imports.data === undefined
      ? undefined
      : arrivalsOf(
          { items: captures, isWhole: !mails.hasNextPage },
          { items: links, isWhole: !isLinkLater },
          imports.data,
          since,
        );
  const shown = onlyUnsaved
    ? unsaved?.map((capture): Arrival => ({ kind: "mail", at: capture.received_at, capture }))
    : all;
  const hasNextPage = mails.hasNextPage || (isLinkLater && !onlyUnsaved);
  const error = mails.error ?? saves.error ?? imports.error;
  const isFetching = mails.isFetching || saves.isFetching;
  const isFetchingNextPage = mails.isFetchingNextPage || saves.isFetchingNextPage;

  function fetchNextPage(): void {
    if (mails.hasNextPage) void mails.fetchNextPage();
    if (isLinkLater) void saves.fetchNextPage();
  }
  function refetch(): void {
    for (const query of [mails, saves, imports]) if (query.error !== undefined) void query.refetch();
  }

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
      of={{ data: all, error, isFetching: isFetching || imports.isFetching, refetch }}
    >
      {shown === undefined && <Waiting />}
      {shown?.length === 0 && !hasNextPage && <Nothing isFiltered={onlyUnsaved} />}
      {shown !== undefined && <Arrivals arrivals={shown} links={links ?? []} />}
      {hasNextPage && (
        <div className="page__more">
          <MoreButton of={{ isFetching, isFetchingNextPage, fetchNextPage }}>{t("more")}</MoreButton>
        </div>
      )}
      {shown !== undefined && shown.length > 0 && !hasNextPage && (
        <p className="hint caps__kept">{t("kept", { days: DAYS })}</p>
      )}
    </SidePage>
  );
}
