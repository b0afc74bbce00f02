import type { FolderId } from "@satchel/contracts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Actions } from "../../kit/Dialog.tsx";
import { Field } from "../../kit/Field.tsx";
import { FolderSelect } from "../../folders/FolderSelect.tsx";
import type { Outcome } from "./Note.tsx";
import type { OpmlFeed } from "./opml.ts";
import { useCreateSubscriptionMutation } from "./subscriptions.api.ts";
import "./feeds.css";

interface OpmlImportProps {
  readonly feeds: readonly OpmlFeed[];
  readonly onDone: (outcome: Outcome | null) => void;
}

/** Shows the feeds of a file, and follows those that are chosen. */
export function OpmlImport({ feeds, onDone }: OpmlImportProps) {
  const { t } = useTranslation("account");
  const [create] = useCreateSubscriptionMutation();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(feeds.map(({ url }) => url)));
  const [folder, setFolder] = useState<FolderId | null>(null);
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy || chosen.size === 0) return;
    setBusy(true);
    let followed = 0;
    let failed = 0;
    // One after another: the server counts them.
    for (const { url } of feeds.filter((feed) => chosen.has(feed.url))) {
      const { error } = await create({ url, folder_id: folder });
      if (error === undefined) followed++;
      else failed++;
    }
    const done = t("follow.imported", { count: followed });
    onDone({ ok: failed === 0, text: failed === 0 ? done : `${done} ${t("follow.notImported", { count: failed })}` });
  }

  function choose(url: string, isChosen: boolean): void {
    const next = new Set(chosen);
    if (isChosen) next.add(url);
    else next.delete(url);
    setChosen(next);
  }

  return (
    <form className="feed-form" onSubmit={(event) => void submit(event)}>
      <fieldset className="opml">
        <legend className="label">{t("follow.inFile", { count: feeds.length })}</legend>
        <div className="follow__items">
          {feeds.map(({ title, url }, index) => (
            <label key={url} className="opml__feed">
              <input
                className="box"
                type="checkbox"
                // The button that led here is gone.
                autoFocus={index === 0}
                checked={chosen.has(url)}
                onChange={(event) => choose(url, event.target.checked)}
              />
              <span>
                <bdi>{title}</bdi>
                {title !== url && <small>{url}</small>}
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <Field label={t("follow.where")}>
        <FolderSelect value={folder} none={t("follow.intoNone")} onChange={setFolder} />
      </Field>
      <Actions onCancel={() => onDone(null)}>
        <button type="submit" className="btn btn--accent" aria-disabled={isBusy || chosen.size === 0}>
          {t(isBusy ? "follow.following" : "follow.followAll", { count: chosen.size })}
        </button>
      </Actions>
    </form>
  );
}
