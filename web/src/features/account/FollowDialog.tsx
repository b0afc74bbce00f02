import { FEED_PREVIEW_ITEMS, type FeedPreview, type FolderId, URL_CHARS, withoutFeedScheme } from "@satchel/contracts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { FolderSelect } from "../../folders/FolderSelect.tsx";
import { Actions, Dialog, takesFocus } from "../../kit/Dialog.tsx";
import { Field } from "../../kit/Field.tsx";
import { reasonOf } from "../../kit/transport/call.ts";
import { Note, type Outcome } from "./Note.tsx";
import { useCreateSubscriptionMutation, usePreviewFeedMutation } from "./subscriptions.api.ts";
import { useWhen } from "./useWhen.ts";
import "./panes.css";
import "./feeds.css";

interface FollowDialogProps {
  /** Where the links are saved unless another folder is chosen; null: in no folder. */
  readonly folderId: FolderId | null;
  /** The initial address. */
  readonly url: string | undefined;
  readonly onClose: () => void;
}

/** Looks at a feed without saving anything, and follows it. */
export function FollowDialog({ folderId, url, onClose }: FollowDialogProps) {
  const { t } = useTranslation("account");
  const [found, setFound] = useState<{ readonly url: string; readonly feed: FeedPreview } | null>(null);
  const [isDone, setDone] = useState(false);
  return (
    <Dialog title={t("follow.title")} onClose={onClose}>
      <div className="dialog__body dialog__body--form feed-form">
        {isDone ? (
          <>
            <p role="status">{t("follow.done", { title: found?.feed.title ?? "" })}</p>
            <div className="actions actions--end">
              <button type="button" className="btn btn--accent" autoFocus onClick={onClose}>
                {t("feeds.done")}
              </button>
            </div>
          </>
        ) : (
          <>
            <AddressForm first={url} onFound={setFound} onClose={onClose} isFound={found !== null} />
            {found !== null && (
              <Preview key={found.url} {...found} folderId={folderId} onDone={() => setDone(true)} onClose={onClose} />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

interface AddressFormProps {
  readonly first: string | undefined;
  readonly isFound: boolean;
  readonly onFound: (found: { url: string; feed: FeedPreview } | null) => void;
  readonly onClose: () => void;
}

function AddressForm({ first = "", isFound, onFound, onClose }: AddressFormProps) {
  const { t } = useTranslation("account");
  const [preview, { isLoading }] = usePreviewFeedMutation();
  const [url, setUrl] = useState(first);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    setOutcome(null);
    onFound(null);
    const wanted = withoutFeedScheme(url.trim());
    const { data, error } = await preview(wanted);
    if (data !== undefined) return onFound({ url: data.url, feed: data });
    setOutcome({ ok: false, text: reasonOf(error, t("follow.failed")) });
  }

  return (
    <form className="feed-form" onSubmit={(event) => void submit(event)}>
      <Field label={t("follow.address")}>
        <input
          className="input"
          ref={takesFocus}
          type="url"
          autoComplete="off"
          required
          placeholder="https://blog.example/feed.xml"
          maxLength={URL_CHARS}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
      <Note outcome={outcome} />
      {!isFound && (
        <Actions onCancel={onClose}>
          <button type="submit" className="btn btn--accent" aria-disabled={isLoading}>
            {t(isLoading ? "follow.looking" : "follow.look")}
          </button>
        </Actions>
      )}
    </form>
  );
}

interface PreviewProps {
  readonly url: string;
  readonly feed: FeedPreview;
  readonly folderId: FolderId | null;
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** How many of the items that are there already can be saved. */
const TAKES = [0, 3, FEED_PREVIEW_ITEMS] as const;

/** What the feed has now, and how much of it is saved. */
function Preview({ url, feed, folderId: first, onDone, onClose }: PreviewProps) {
  const { t } = useTranslation("account");
  const [create, { isLoading }] = useCreateSubscriptionMutation();
  const [take, setTake] = useState(0);
  const [folderId, setFolderId] = useState(first);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const { day } = useWhen();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    setOutcome(null);
    const { error } = await create({ url, folder_id: folderId, take });
    if (error === undefined) return onDone();
    setOutcome({ ok: false, text: reasonOf(error, t("follow.failed")) });
  }

  return (
    <form className="feed-form" onSubmit={(event) => void submit(event)}>
      <div role="status">
        <h3 className="follow__title">
          <bdi>{feed.title}</bdi>
        </h3>
      </div>
      {feed.items.length === 0 ? (
        <p className="hint">{t("follow.empty")}</p>
      ) : (
        <ol className="follow__items" tabIndex={0} aria-label={t("follow.items")}>
          {feed.items.map((item, n) => (
            <li key={`${item.url} ${n}`}>
              <bdi>{item.title || item.url}</bdi>
              {item.published_at !== null && <small>{day(item.published_at)}</small>}
            </li>
          ))}
        </ol>
      )}
      <Field label={t("follow.where")}>
        <FolderSelect value={folderId} none={t("follow.intoNone")} onChange={setFolderId} />
      </Field>
      <Field label={t("follow.take")}>
        <select className="input" value={take} onChange={(event) => setTake(Number(event.target.value))}>
          {TAKES.map((each) => (
            <option key={each} value={each}>
              {each === 0 ? t("follow.takeNone") : t("follow.takeNewest", { count: each })}
            </option>
          ))}
        </select>
      </Field>
      <p className="hint">{t("follow.hint")}</p>
      <Note outcome={outcome} />
      <Actions onCancel={onClose}>
        <button type="submit" className="btn btn--accent" aria-disabled={isLoading}>
          {t("follow.follow")}
        </button>
      </Actions>
    </form>
  );
}
