import { CircleAlert, RotateCw, Route, Unlink } from "lucide-react";
import { moveLink } from "@satchel/contracts/later-routes";
import { isItem, type LinkDetail, type MovedLink, texts, laterTexts } from "@satchel/contracts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { api } from "../../session/api.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import { isProblem } from "../../kit/transport/call.ts";
import { reasonKey } from "../../links/linkText.ts";
import { showChanges } from "../../links/optimistic.ts";
import { offerBulkUndo } from "../../links/selection/bulk.api.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { useDetail } from "../../links/useDetail.ts";
import { useRefreshLinkMutation } from "../../links/changes.api.ts";
import { useExact } from "../../links/times.ts";

/** Moves a link to the new address of its page. */
export const { useMoveAddressMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    moveAddress: build.mutation<MovedLink, { readonly link: LinkDetail; readonly to: string }>({
      query: ({ link, to }) => ({ operation: moveLink, params: { id: link.id }, body: { new_url: to } }),
    }),
  }),
});

const TOO_MANY_REQUESTS = 429;

/** A button that refetches the page of a link. */
function ReadAgain({ link, label }: { link: LinkDetail; label: string }) {
  const { t } = useTranslation("detail");
  const dispatch = useAppDispatch();
  const [refresh, { isLoading }] = useRefreshLinkMutation();
  const [isTooSoon, setTooSoon] = useState(false);

  async function read(): Promise<void> {
    const { error } = await refresh(link);
    const tooSoon = isProblem(error) && error.status === TOO_MANY_REQUESTS;
    setTooSoon(tooSoon);
    if (error !== undefined && !tooSoon) dispatch(errorShown(texts.unexpected));
  }

  return (
    <>
      <button type="button" className="text-link" disabled={isLoading} onClick={() => void read()}>
        <RotateCw className="icon icon-s" />
        {label}
      </button>
      <small role="status">{isTooSoon ? t("state.tooSoon") : ""}</small>
    </>
  );
}

/** A notice that the page has moved permanently, with a button to use the new address. */
function Moved({ link, to }: { link: LinkDetail; to: string }) {
  const { t } = useTranslation("detail");
  const dispatch = useAppDispatch();
  const detail = useDetail();
  const [move, { isLoading }] = useMoveAddressMutation();

  async function keep(): Promise<void> {
    const { data, error } = await move({ link, to });
    if (data === undefined) {
      dispatch(
        errorShown(isProblem(error) && error.status === 409 ? laterTexts.duplicates.notMoved : texts.unexpected),
      );
      return;
    }
    dispatch(
      showChanges([
        { before: link, after: null },
        { before: null, after: data.link },
      ]),
    );
    detail.open(data.link.id);
    dispatch(offerBulkUndo(t("health.movedDone"), data.bulk_id, () => detail.open(link.id)));
  }

  return (
    <div className="note note--warn">
      <Route className="icon" />
      <div>
        <p>{t("health.moved")}</p>
        <p>
          <bdi className="panel__url">{to}</bdi>
        </p>
        <button type="button" className="text-link" disabled={isLoading} onClick={() => void keep()}>
          {t("health.keepNew")}
        </button>
      </div>
    </div>
  );
}

/** The state of a link's page: fetched, failed, gone or moved, with actions. */
export function PageState({ link }: { link: LinkDetail }) {
  const { t } = useTranslation("detail");
  const { t: ofLinks } = useTranslation("links");
  const exact = useExact();
  const { enrichment, health } = link;
  const why = ofLinks(`reasons.${reasonKey(enrichment.reason)}`);

  // A mail has no page.
  if (isItem(link.url)) return null;
  return (
    <>
      {health.state === "gone" && (
        <div className="note note--warn">
          <Unlink className="icon" />
          <div>
            <p>{t("health.gone", { when: health.checked_at === null ? "" : exact(health.checked_at) })}</p>
            {link.copy !== undefined && (
              <Link className="text-link" to={`/read/${link.id}`}>
                {t("health.readCopy")}
              </Link>
            )}
          </div>
        </div>
      )}
      {health.state === "moved" && health.new_url !== null && <Moved link={link} to={health.new_url} />}
      {enrichment.state === "pending" && (
        <div className="panel__state" role="status">
          <i className="shimmer panel__dot" aria-hidden="true" />
          <p>
            {enrichment.reason === null || enrichment.next_try_at === null
              ? t("state.pending")
              : t("state.retry", { why, when: exact(enrichment.next_try_at) })}
          </p>
        </div>
      )}
      {enrichment.state === "failed" && (
        <div className="note note--warn">
          <CircleAlert className="icon" />
          <div>
            <p>{why}</p>
            <ReadAgain link={link} label={ofLinks("readAgain")} />
          </div>
        </div>
      )}
      {enrichment.state === "done" && (
        <div className="panel__state">
          <ReadAgain link={link} label={t("state.readAgain")} />
        </div>
      )}
    </>
  );
}
