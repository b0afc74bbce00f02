import type { BodyOf } from "@satchel/client";
import { Bookmark, MonitorSmartphone, Puzzle, Share2 } from "lucide-react";
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link, useLocation } from "wouter";
import { createLink } from "@satchel/contracts/routes";
import { type FolderId, type Link as SavedLink, TITLE_CHARS } from "@satchel/contracts";
import { useQueryString } from "../../kit/hooks.ts";
import { useConfigQuery } from "../../session/config.slice.ts";
import { type Browser, storeOf, storeUrl } from "../../session/extensionStore.ts";
import { SoloPage } from "../../kit/SoloPage.tsx";
import { bookmarklet, isShare, sharedLink, type SharedLink } from "./sharedLink.ts";
import { ErrorNote } from "../../kit/ErrorNote.tsx";
import { Field } from "../../kit/Field.tsx";
import { api } from "../../session/api.ts";
import { reasonOf } from "../../kit/transport/call.ts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { FolderSelect } from "../../folders/FolderSelect.tsx";
import { useFolders } from "../../folders/folders.api.ts";
import "./share.css";

/** The browser extension, if a store is configured. */
function ByExtension() {
  const { t } = useTranslation("share");
  const { data: config } = useConfigQuery();
  const store = storeOf(navigator as Browser);
  const url = config !== undefined && store !== undefined ? storeUrl(config, store) : undefined;
  if (url === undefined) return null;
  return (
    <section className="share__way">
      <h2>
        <Puzzle className="icon" />
        {t("anywhere.extension")}
      </h2>
      <p>{t("anywhere.extensionText")}</p>
      <p>
        <a className="btn btn--plain" href={url} target="_blank" rel="noopener noreferrer">
          {t("anywhere.extensionGet")}
        </a>
      </p>
    </section>
  );
}

/** Ways to save besides mail: the bookmarklet, the installed page, and the share menu of a phone. */
function SaveFromAnywhere() {
  const { t } = useTranslation("share");
  const [isClicked, setClicked] = useState(false);
  // React refuses `javascript:` addresses. This one is only for the bookmarks bar, and the policy prevents running it here.
  const setAddress = useCallback(
    (anchor: HTMLAnchorElement | null) => anchor?.setAttribute("href", bookmarklet(window.location.origin)),
    [],
  );

  return (
    <>
      <h1 className="title-page">{t("anywhere.title")}</h1>
      <p>{t("anywhere.lead")}</p>
      <ByExtension />
      <section className="share__way by-mouse">
        <h2>
          <Bookmark className="icon" />
          {t("anywhere.bookmark")}
        </h2>
        <p>{t("anywhere.bookmarkText")}</p>
        <p>
          <a
            className="btn btn--plain share__bookmark"
            ref={setAddress}
            onClick={(event) => {
              event.preventDefault();
              setClicked(true);
            }}
          >
            {t("anywhere.bookmarkName")}
          </a>
        </p>
        <p className="hint" role="status">
          {isClicked ? t("anywhere.bookmarkClicked") : ""}
        </p>
      </section>
      <section className="share__way">
        <h2>
          <MonitorSmartphone className="icon" />
          {t("anywhere.app")}
        </h2>
        <p>{t("anywhere.appText")}</p>
      </section>
      <section className="share__way">
        <h2>
          <Share2 className="icon" />
          {t("anywhere.phone")}
        </h2>
        <p>{t("anywhere.phoneText")}</p>
      </section>
      <ToLinks />
    </>
  );
}

/** Saves what another program or the bookmarklet shares; without anything shared, explains how to do that. */
export function SharePage() {
  const { t } = useTranslation("share");
  const search = useQueryString();
  const [parameters] = useState(() => new URLSearchParams(search));
  const link = sharedLink(parameters);

  return (
    <SoloPage tab={t("tab")}>
      <div className="box-card share">
        {link !== undefined ? (
          <SaveShared link={link} closes={parameters.has("close")} />
        ) : isShare(parameters) ? (
          <Nothing />
        ) : (
          <SaveFromAnywhere />
        )}
      </div>
    </SoloPage>
  );
}

function Nothing() {
  const { t } = useTranslation("share");
  return (
    <>
      <h1 className="title-page">{t("nothing.title")}</h1>
      <p>{t("nothing.text")}</p>
      <div className="buttons">
        <ToLinks />
      </div>
    </>
  );
}

export const { useSaveLinkMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    saveLink: build.mutation<SavedLink, BodyOf<typeof createLink>>({
      query: (body) => ({ operation: createLink, body }),
      invalidatesTags: ["Counts"],
    }),
  }),
});

export function ToLinks() {
  const { t } = useTranslation("share");
  return (
    <Link className="btn btn--plain" to="/links">
      {t("saved.toLinks")}
    </Link>
  );
}

interface SaveSharedProps {
  readonly link: SharedLink;
  /** Whether the window is closed when the link is saved; the browser refuses it for one that no script has opened. */
  readonly closes: boolean;
}

/** Asks before it saves: any page could lead here with an address of its own choice (decision 28). */
function SaveShared({ link, closes }: SaveSharedProps) {
  const { t } = useTranslation("share");
  const inLanguage = useCatalogue();
  const [, navigate] = useLocation();
  const folders = useFolders();
  const [save, { data: saved, isLoading }] = useSaveLinkMutation();
  const [title, setTitle] = useState(link.title);
  const [folder, setFolder] = useState<FolderId | null>(null);
  const [error, setError] = useState("");
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();

  useEffect(() => button.current?.focus(), []);
  useEffect(() => {
    if (closes && saved !== undefined) window.close();
  }, [closes, saved]);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    setError("");
    const named = title.trim();
    const answer = await save({
      url: link.url,
      ...(named === "" ? {} : { title: named }),
      ...(folder === null ? {} : { folder_id: folder }),
    });
    if (answer.error === undefined) return;
    setError(inLanguage(reasonOf(answer.error, t("save.failed"))));
  }

  if (saved !== undefined) return <Saved link={saved} />;
  return (
    <form className="share__form" onSubmit={(event) => void submit(event)}>
      <h1 className="title-page">{t("save.title")}</h1>
      <p className="share__url" dir="ltr">
        <bdi>{link.url}</bdi>
      </p>
      <div className="field">
        <label htmlFor={`${id}-title`}>{t("save.name")}</label>
        <input
          className="input"
          id={`${id}-title`}
          dir="auto"
          value={title}
          maxLength={TITLE_CHARS}
          autoComplete="off"
          aria-describedby={`${id}-hint`}
          onChange={(event) => setTitle(event.target.value)}
        />
        <p className="hint" id={`${id}-hint`}>
          {t("save.nameHint")}
        </p>
      </div>
      {folders.length > 0 && (
        <Field label={t("save.folder")}>
          <FolderSelect value={folder} none={t("save.noFolder")} onChange={setFolder} />
        </Field>
      )}
      <ErrorNote id={`${id}-error`} text={error} />
      <div className="buttons">
        <button className="btn btn--accent btn--big" type="submit" ref={button}>
          {t(isLoading ? "save.saving" : "save.action")}
        </button>
        <button className="btn btn--ghost btn--big" type="button" onClick={() => leave(() => navigate("/links"))}>
          {t("save.cancel")}
        </button>
      </div>
    </form>
  );
}

/** Closes the small window of the bookmarklet; if it can't be closed, `otherwise` is called. */
function leave(otherwise: () => unknown): void {
  window.close();
  // Not run if the window was closed.
  window.setTimeout(otherwise, 100);
}

function Saved({ link }: { link: SavedLink }) {
  const { t } = useTranslation("share");
  const [, navigate] = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 className="title-page" ref={heading} tabIndex={-1}>
        {t("saved.title")}
      </h1>
      <p className="share__url" dir="ltr">
        <bdi>{link.url}</bdi>
      </p>
      <p role="status">{t("saved.text")}</p>
      <div className="buttons">
        <button className="btn btn--accent" type="button" onClick={() => leave(() => navigate("/links"))}>
          {t("saved.close")}
        </button>
        <ToLinks />
      </div>
    </>
  );
}
