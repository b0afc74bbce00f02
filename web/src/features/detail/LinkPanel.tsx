import { isItem, type LinkDetail, type LinkId } from "@satchel/contracts";
import { Check, Copy, CopyCheck, ExternalLink, Share2, Star, Trash2, X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useHistoryState } from "wouter/use-browser-location";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { EditableText, Notes } from "./EditableText.tsx";
import { Favicon, Thumb } from "../../links/LinkImages.tsx";
import { useLinkHistoryInfiniteQuery } from "./history.api.ts";
import { History } from "./History.tsx";
import { PageState } from "./PageState.tsx";
import { PanelSkeleton } from "./PanelSkeleton.tsx";
import { Facts, Properties } from "./Properties.tsx";
import { Related } from "../../links/Related.tsx";
import { VisitAnchor } from "../../links/VisitAnchor.tsx";
import { siteNameOf, titleOfLink } from "../../links/linkText.ts";
import { type DetailState, useDetail } from "../../links/useDetail.ts";
import { changeOf, deletionOf, useChangeLinkMutation } from "../../links/changes.api.ts";
import { useCopy } from "../../kit/hooks.ts";
import { useLinkDetailQuery } from "../../links/detail.api.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { isProblem } from "../../kit/transport/call.ts";
import { sharingOf } from "../../links/sharing.ts";
import { useExact } from "../../links/times.ts";
import { IconButton } from "../../kit/IconButton.tsx";
import "./panel.css";

/** Other links to the same page that are shown; of more, only the number. */
const NAMED = 5;

function Other({ id }: { id: LinkId }) {
  const { t } = useTranslation("links");
  const { data: link } = useLinkDetailQuery(id);
  const { open } = useDetail();
  const exact = useExact();
  if (link === undefined) return <li className="shimmer panel__line" aria-hidden="true" />;
  return (
    <li>
      <button type="button" className="text-link" onClick={() => open(id)}>
        <bdi>{titleOfLink(link, t)}</bdi>
      </button>{" "}
      <small>{exact(link.saved_at)}</small>
    </li>
  );
}

/** A notice that the page was also saved under other addresses. */
function SameAs({ ids }: { ids: readonly LinkId[] }) {
  const { t } = useTranslation("detail");
  if (ids.length === 0) return null;
  return (
    <section className="note note--quiet" aria-label={t("same.title")}>
      <CopyCheck className="icon" />
      <div>
        <h3 className="label">{t("same.title")}</h3>
        <p>{t("same.text", { count: ids.length })}</p>
        <ul>
          {ids.slice(0, NAMED).map((id) => (
            <Other key={id} id={id} />
          ))}
        </ul>
        <p>
          <Link className="text-link" to="/duplicates">
            {t("same.merge")}
          </Link>
        </p>
      </div>
    </section>
  );
}

/** Buttons to open and copy the link. */
function PanelFoot({ link }: { link: LinkDetail }) {
  const { t } = useTranslation("detail");
  const { t: tLinks } = useTranslation("links");
  const { copied, copy } = useCopy();

  return (
    <div className="panel__foot">
      <VisitAnchor className="btn btn--accent" link={link}>
        {isItem(link.url) ? (
          tLinks("read")
        ) : (
          <>
            {tLinks("visit")} <ExternalLink className="icon icon-m" />
          </>
        )}
      </VisitAnchor>
      {!isItem(link.url) && (
        <button type="button" className="btn btn--plain" onClick={() => copy(link.url)}>
          {copied ? <Check className="icon icon-m" /> : <Copy className="icon icon-m" />}
          {/* A status would hide its words from the name of the button. */}
          <span aria-live="polite">{t(copied ? "copied" : "copy")}</span>
        </button>
      )}
    </div>
  );
}

interface PanelProps {
  readonly id: LinkId;
  readonly onClose: () => void;
  /** What another feature shows of the link, below its notes. */
  readonly children?: ReactNode;
}

/** What can be done with a link, or that it no longer exists. */
function Bar({ link, onClose }: { link: LinkDetail | undefined; onClose: () => void }) {
  const { t } = useTranslation("detail");
  const { t: ofKit } = useTranslation("kit");
  return (
    <div className="panel__bar">
      {link === undefined ? <span role="alert">{t("missing")}</span> : <BarActions link={link} onClose={onClose} />}
      <IconButton label={ofKit("close")} icon={X} onClick={onClose} />
    </div>
  );
}

function BarActions({ link, onClose }: { link: LinkDetail; onClose: () => void }) {
  const { t } = useTranslation("detail");
  const { t: tLinks } = useTranslation("links");
  const dispatch = useAppDispatch();
  const origin = useLinkHistoryInfiniteQuery(link.id).data?.pages[0]?.origin;
  const when = useExact()(link.saved_at);
  return (
    <>
      <span>{t(`saved.${origin?.kind ?? "unknown"}`, { when })}</span>
      <IconButton
        label={tLinks("favorite")}
        icon={Star}
        aria-pressed={link.is_favorite}
        onClick={() => dispatch(changeOf({ link, change: { is_favorite: !link.is_favorite } }))}
      />
      {!isItem(link.url) && (
        <IconButton
          label={tLinks("share")}
          icon={Share2}
          aria-haspopup="dialog"
          onClick={() => dispatch(sharingOf(link, tLinks))}
        />
      )}
      <IconButton
        label={tLinks("delete")}
        icon={Trash2}
        isDanger
        onClick={() => {
          onClose();
          dispatch(deletionOf(link));
        }}
      />
    </>
  );
}

function Words({ link, isEditing }: { link: LinkDetail; isEditing: boolean }) {
  const { t } = useTranslation("detail");
  const { t: tLinks } = useTranslation("links");
  const [change] = useChangeLinkMutation();
  return (
    <div className="panel__words">
      <EditableText
        name={`title.${link.id}`}
        kind="title"
        text={link.title}
        placeholder={tLinks("untitled")}
        label={t("title")}
        hint={t("titleHint")}
        editLabel={t("editTitle")}
        startsEditing={isEditing}
        onSave={(title) => change({ link, change: { title } })}
      />
      <p className="panel__site">
        <Favicon link={link} />
        <bdi>{link.site_name ?? siteNameOf(link)}</bdi>
      </p>
      <Facts link={link} />
      <EditableText
        name={`description.${link.id}`}
        kind="description"
        text={link.description}
        placeholder={t("addDescription")}
        label={t("description")}
        hint={t("descriptionHint")}
        editLabel={t("editDescription")}
        onSave={(description) => change({ link, change: { description } })}
      />
    </div>
  );
}

/** The details of a link, beside the list; on the phone instead of it. */
export function LinkPanel({ id, onClose, children }: PanelProps) {
  const { t } = useTranslation("detail");
  const { t: ofLinks } = useTranslation("links");
  const { data: link, error } = useLinkDetailQuery(id);
  const isError = error !== undefined;
  // It was deleted elsewhere. What was typed here stays.
  const isGone = isProblem(error) && error.status === 404;
  const { open } = useDetail();
  const state = useHistoryState<DetailState | null>();
  const panel = useRef<HTMLElement>(null);
  const isThere = link !== undefined || isError;

  // The focus moves into the panel, and back if it is still in here at the end.
  useEffect(() => {
    const opener = document.activeElement;
    const element = panel.current;
    if (!isThere) return;
    if (state?.edit !== true) element?.focus({ preventScroll: true });
    return () => {
      const isInside = document.activeElement === document.body || element?.contains(document.activeElement) === true;
      const row = document.querySelector<HTMLElement>(`article[data-link="${CSS.escape(id)}"] .link__title a`);
      const back = opener instanceof HTMLElement && opener.isConnected && opener !== document.body ? opener : row;
      if (isInside) back?.focus({ preventScroll: true });
    };
    // Only when it opens: the history state may change afterwards.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, isThere]);

  if (link === undefined && !isError) return <PanelSkeleton />;
  return (
    <aside className="panel" aria-label={ofLinks("panel.label")} ref={panel} tabIndex={-1}>
      {link === undefined ? (
        <>
          <Bar link={undefined} onClose={onClose} />
          <div className="panel__scroll" />
        </>
      ) : (
        <>
          <Bar link={isGone ? undefined : link} onClose={onClose} />
          <div className="panel__scroll">
            <Thumb link={link} size="large" />
            <Words link={link} isEditing={state?.edit === true} />
            <PageState link={link} />
            <SameAs ids={link.same_as} />
            <Properties link={link} />
            <Notes key={link.id} link={link} />
            {children}
            <Related
              id={link.id}
              title={t("related")}
              level={3}
              opening={(related, content) => (
                <button type="button" onClick={() => open(related.id)}>
                  {content}
                </button>
              )}
            />
            <History id={link.id} />
          </div>
          <PanelFoot link={link} />
        </>
      )}
    </aside>
  );
}
