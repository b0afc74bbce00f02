import i18next from "i18next";
import { type Article, type Link, type LinkFilters, type LinkId, texts } from "@satchel/contracts";
import { getArticle, getLink, listHighlights, listLinks } from "@satchel/contracts/routes";
import { pathOf } from "@satchel/client/request";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { type AppThunk, useAppDispatch, useAppSelector } from "../kit/state.ts";
import { errorShown } from "../kit/toasts.slice.ts";
import { isAway } from "../kit/transport/call.ts";
import { request } from "../kit/transport/transport.ts";
import { ask } from "../session/ask.ts";
import { storedOf } from "../session/keptAnswers.ts";
import { marksIn, picturesIn } from "../session/marks.ts";
import { ARTICLES_MARKED, PICTURES_OF_ARTICLE, type StoredAnswer } from "../session/names.ts";
import { keptRead, selectCanKeep, selectIsKept } from "./kept.slice.ts";
import { isReadable, siteNameOf, titleOfLink } from "./linkText.ts";

/** Links of a list that are kept offline at a time: the newest. */
export const NEWEST_KEPT = 50;

/** Reads what is kept on this device, if this session may keep anything. */
export const readKept =
  (): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { archive }) => {
    const marks = marksIn(archive);
    if (marks.canKeep()) dispatch(keptRead(Object.fromEntries((await marks.list()).map((each) => [each.id, each]))));
  };

/** Whether a link has an article that can be kept offline. */
export const hasArticle = ({ copy }: Link): boolean => isReadable(copy?.kind);

/** A picture, if it can be loaded: an article without it is still kept. */
async function loadPicture(path: string): Promise<Blob | undefined> {
  const answer = await fetch(path).catch(() => undefined);
  return answer?.ok === true ? answer.blob() : undefined;
}

/** The pictures that the reading view shows of an article. */
const picturesOf = ({ html, pages }: Article): readonly string[] =>
  [...picturesIn(html), ...pages.map(({ url }) => url)].slice(0, PICTURES_OF_ARTICLE);

/** Stores the article of a link. @returns why it could not be stored, as a sentence; undefined: it is */
const keepArticle =
  (link: Link): AppThunk<Promise<string | undefined>> =>
  async (dispatch, getState, { transport, archive }) => {
    const t = i18next.getFixedT(null, "offline");
    if (Object.keys(getState().kept.articles ?? {}).length >= ARTICLES_MARKED)
      return t("tooMany", { count: ARTICLES_MARKED });
    const { id } = link;
    const answers = new Map<string, StoredAnswer>();
    let pictured: readonly string[] = [];
    for (const operation of [getLink, getArticle, listHighlights]) {
      const call = { operation, params: { id } };
      const answer = await request(transport, call);
      if (answer.problem !== undefined) return isAway(answer.problem.status) ? texts.offline : t("failed");
      answers.set(pathOf(call), storedOf(answer));
      if (operation === getArticle) pictured = picturesOf(answer.data as Article);
    }
    const pictures = new Map<string, Blob>();
    for (const path of pictured) {
      const picture = await loadPicture(path);
      if (picture !== undefined) pictures.set(path, picture);
    }
    const title = titleOfLink(link, i18next.getFixedT(null, "links"));
    const about = { id, title, site: siteNameOf(link), at: Date.now() };
    const article = await marksIn(archive).add({ ...about, answers, pictures });
    if (article === undefined) return marksIn(archive).canKeep() ? t("full") : t("failed");
    dispatch(keptRead({ ...getState().kept.articles, [id]: article }));
    return undefined;
  };

/** Links whose articles are just being kept. */
const underWay = new Set<LinkId>();

/** Keeps the article of a link on this device, and says so if it can't be. @returns whether it is kept */
const keepOffline =
  (link: Link): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    if (underWay.has(link.id)) return false;
    underWay.add(link.id);
    const problem = await dispatch(keepArticle(link)).finally(() => underWay.delete(link.id));
    if (problem !== undefined) dispatch(errorShown(problem));
    return problem === undefined;
  };

/** Removes an article from this device. */
export const dropOffline =
  (id: LinkId): AppThunk<Promise<void>> =>
  async (dispatch, getState, { archive }) => {
    await marksIn(archive).drop(id);
    const { [id]: _dropped, ...others } = getState().kept.articles ?? {};
    dispatch(keptRead(others));
  };

/** Keeps the article of a link offline, or no longer. */
export const toggleOffline =
  (link: Link): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (selectIsKept(getState(), link.id)) await dispatch(dropOffline(link.id));
    else await dispatch(keepOffline(link));
  };

/** The attributes of a button that keeps an article offline, or no longer; undefined where it can't be kept. */
export function useOfflineButton(link: Link) {
  const { t } = useTranslation("offline");
  const dispatch = useAppDispatch();
  const canKeep = useAppSelector(selectCanKeep);
  const isKept = useAppSelector((state) => selectIsKept(state, link.id));
  const [isBusy, setBusy] = useState(false);
  if (!canKeep || !hasArticle(link)) return undefined;
  return {
    type: "button",
    className: "icon-btn",
    "aria-pressed": isKept,
    "aria-label": t("keep"),
    "aria-busy": isBusy,
    title: t(isKept ? "drop" : "keep"),
    onClick: () => {
      setBusy(true);
      void dispatch(toggleOffline(link)).finally(() => setBusy(false));
    },
  } as const;
}

interface KeepListOptions {
  readonly filters: LinkFilters;
  /** Called after each article with how many of how many are done. */
  readonly onProgress: (done: number, all: number) => void;
  readonly signal: AbortSignal;
}

/** Keeps the articles among the newest links of a list, until one can't be kept or `signal` ends it. */
export const keepNewest =
  ({ filters, onProgress, signal }: KeepListOptions): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const query = { ...filters, sort: "newest", size: NEWEST_KEPT } as const;
    const { data, error } = await dispatch(ask<Link[]>({ operation: listLinks, query }));
    if (data === undefined) return void dispatch(errorShown(isAway(error.status) ? texts.offline : texts.unexpected));
    const wanted = data.filter((link) => hasArticle(link) && !selectIsKept(getState(), link.id));
    onProgress(0, wanted.length);
    for (const [index, link] of wanted.entries()) {
      if (signal.aborted || !(await dispatch(keepOffline(link)))) return;
      onProgress(index + 1, wanted.length);
    }
  };
