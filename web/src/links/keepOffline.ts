import i18next from "i18next";
import { type Article, type Link, type LinkFilters, type LinkId, texts } from "@satchel/contracts";
import { getArticle, getLink, listHighlights, listLinks } from "@satchel/contracts/routes";
import { pathOf } from "@satchel/client/request";
import type { AppThunk } from "../kit/state.ts";
import { errorShown } from "../kit/toasts.slice.ts";
import { isAway, request } from "../kit/transport/call.ts";
import { ask } from "../session/ask.ts";
import { storedOf } from "../session/keptAnswers.ts";
import { picturesIn } from "../session/marks.ts";
import { ARTICLES_MARKED, PICTURES_OF_ARTICLE, type StoredAnswer } from "../session/names.ts";
import { articleDropped, articleKept, keepingBegun, keepingEnded, keptRead } from "./kept.slice.ts";
import { isReadable, siteOf, titleOfLink } from "./linkText.ts";

/** Links of a list that are kept offline at a time: the newest. */
export const NEWEST_KEPT = 50;

/** Reads what is kept on this device, if this session may keep anything. */
export const readKept =
  (): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { archive }) => {
    if (archive.marks.canKeep()) dispatch(keptRead(await archive.marks.list()));
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
    const t = i18next.getFixedT(null, "links", "offline");
    if (Object.keys(getState().kept.articles).length >= ARTICLES_MARKED)
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
    const about = { id, title, site: siteOf(link.url), at: Date.now() };
    const article = await archive.marks.add({ ...about, answers, pictures });
    if (article === undefined) return archive.marks.canKeep() ? t("full") : t("failed");
    dispatch(articleKept(article));
    return undefined;
  };

/** Keeps the article of a link on this device, and says so if it can't be. @returns whether it is kept */
export const keepOffline =
  (link: Link): AppThunk<Promise<boolean>> =>
  async (dispatch, getState) => {
    if (getState().kept.underWay.includes(link.id)) return false;
    dispatch(keepingBegun(link.id));
    const problem = await dispatch(keepArticle(link));
    dispatch(keepingEnded(link.id));
    if (problem !== undefined) dispatch(errorShown(problem));
    return problem === undefined;
  };

/** Removes an article from this device. */
export const dropOffline =
  (id: LinkId): AppThunk<Promise<void>> =>
  async (dispatch, _getState, { archive }) => {
    await archive.marks.drop(id);
    dispatch(articleDropped(id));
  };

/** Keeps the article of a link offline, or no longer. */
export const toggleOffline =
  (link: Link): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    if (getState().kept.articles[link.id] === undefined) await dispatch(keepOffline(link));
    else await dispatch(dropOffline(link.id));
  };

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
    const wanted = data.filter((link) => hasArticle(link) && getState().kept.articles[link.id] === undefined);
    onProgress(0, wanted.length);
    for (const [index, link] of wanted.entries()) {
      if (signal.aborted || !(await dispatch(keepOffline(link)))) return;
      onProgress(index + 1, wanted.length);
    }
  };
