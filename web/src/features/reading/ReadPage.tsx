import { isItem, type LinkId, texts } from "@satchel/contracts";
import { type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { useQuery } from "../../kit/hooks.ts";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { isAway, isProblem, reasonOf } from "../../kit/transport/call.ts";
import { useKeys } from "../../kit/useKeys.ts";
import { type ListState, listPart } from "../../links/addressedList.ts";
import { useLinkDetailQuery } from "../../links/detail.api.ts";
import { editorOf, isEditable } from "../../links/noteEditor.ts";
import { dropOffline } from "../../links/keepOffline.ts";
import { draftOf } from "../../session/drafts.ts";
import { Reading } from "./Reading.tsx";
import { useArticleQuery } from "./reading.api.ts";
import { BackToList } from "./ReadingBar.tsx";
import { NoArticle } from "./readingParts.tsx";
import { useNeighbours } from "./useNeighbours.ts";
import "./reading.css";

const PATH = "/read/";

/** The reading view of a link: the article of its newest copy. */
export function ReadPage() {
  const { t } = useTranslation("reading");
  const [path] = useLocation();
  const list = listPart(useQuery());
  const id = path.slice(PATH.length) as LinkId;
  const dispatch = useAppDispatch();
  // Here, where the list is kept from one article to the next.
  const neighbours = useNeighbours(id);
  const { data: link, error: fault, refetch: refetchLink } = useLinkDetailQuery(id);
  const hasNoLink = fault !== undefined;
  const isGone = isProblem(fault) && fault.status === 404;
  const { currentData: article, error, refetch } = useArticleQuery(id);
  const hasNoAnswer = [error, fault].some((each) => isProblem(each) && isAway(each.status));
  // An answer that says nothing about the article.
  const failure = [error, fault].find((each) => isProblem(each) && !isAway(each.status) && each.status !== 404);
  const isError = error !== undefined;
  // What came by mail may be opened before its copy is made.
  const version = link?.copy?.version;
  const asked = useRef<string>(undefined);
  // A text that its owner changed, here or elsewhere.
  const isOld = article !== undefined && link !== undefined && isEditable(link) && article.version !== version;
  useEffect(() => {
    if ((!isError && !isOld) || version === undefined || asked.current === version) return;
    asked.current = version;
    void refetch();
  }, [isError, isOld, version, refetch]);
  const isComing = link !== undefined && isItem(link.url) && link.enrichment.state === "pending";
  const title = link?.title ?? article?.title ?? "";
  useEffect(() => {
    document.title = title === "" ? "Satchel" : t("tab", { title });
  }, [title, t]);

  // What was typed when the session ended is shown again.
  const hasDraft = link !== undefined && isEditable(link) && draftOf(id) !== undefined;
  useEffect(() => {
    if (hasDraft && link !== undefined) dispatch(editorOf(link));
  }, [hasDraft, link, dispatch]);

  // What is gone on the server is not kept here either.
  useEffect(() => {
    if (isGone) void dispatch(dropOffline(id));
  }, [isGone, id, dispatch]);

  if (link !== undefined && article !== undefined)
    return <Reading key={id} link={link} article={article} list={list} neighbours={neighbours} />;
  return (
    <WithoutArticle list={list} id={id}>
      {failure !== undefined ? (
        <div className="reader__card">
          <LoadFault
            text={reasonOf(failure, texts.unexpected)}
            onRetry={() => void Promise.all([refetch(), refetchLink()])}
          />
        </div>
      ) : (isError && !isComing) || hasNoLink ? (
        <NoArticle link={link} why={isGone ? "gone" : hasNoAnswer ? "away" : "none"} />
      ) : (
        <div className="reader__frame" role="status" aria-label={t("loading")}>
          <div className="article article--waiting" aria-hidden="true">
            {["42%", "88%", "100%", "96%", "100%", "71%"].map((width, index) => (
              <i key={index} className="shimmer" style={{ width }} />
            ))}
          </div>
        </div>
      )}
    </WithoutArticle>
  );
}

/** The reading view while the article is loaded, or without one: its way back, by Escape too. */
function WithoutArticle({ list, id, children }: { list: string; id: LinkId; children: ReactNode }) {
  const [, navigate] = useLocation();
  useKeys({ escape: () => navigate(`/links${list}`, { state: { link: id } satisfies ListState }) });
  return (
    <div className="reader">
      <header className="reader__bar">
        <BackToList list={list} id={id} />
      </header>
      <main id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
