import { type CreatedFeed, FEED_NAME_CHARS, type FeedSource } from "@satchel/contracts";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Choice } from "../../kit/Choice.tsx";
import { Actions, Dialog, takesFocus } from "../../kit/Dialog.tsx";
import { Field } from "../../kit/Field.tsx";
import { reasonOf } from "../../kit/transport/call.ts";
import { useCreateFeedMutation } from "./feeds.api.ts";
import { CopyField, Note, type Outcome } from "./Note.tsx";
import { useSourceName } from "./useSourceName.ts";
import "./panes.css";
import "./feeds.css";

interface FeedDialogProps {
  readonly source: FeedSource;
  /** The initial name. */
  readonly name: string;
  readonly onClose: () => void;
}

/** Makes a feed, and shows its addresses once. */
export function FeedDialog({ source, name, onClose }: FeedDialogProps) {
  const { t } = useTranslation("account");
  const [made, setMade] = useState<CreatedFeed | null>(null);
  return (
    <Dialog title={t("feeds.dialog")} onClose={onClose}>
      {made === null ? (
        <FeedForm source={source} name={name} onMade={setMade} onClose={onClose} />
      ) : (
        <Addresses made={made} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface FeedFormProps extends FeedDialogProps {
  readonly onMade: (made: CreatedFeed) => void;
}

function FeedForm({ source, name: initial, onMade, onClose }: FeedFormProps) {
  const { t } = useTranslation("account");
  const nameOf = useSourceName();
  const [create, { isLoading }] = useCreateFeedMutation();
  const [name, setName] = useState(initial.slice(0, FEED_NAME_CHARS));
  const [fullText, setFullText] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    setOutcome(null);
    const { data, error } = await create({ name: name.trim(), source, full_text: fullText });
    if (data !== undefined) return onMade(data);
    setOutcome({ ok: false, text: reasonOf(error, t("feeds.addFailed")) });
  }

  return (
    <form className="dialog__body dialog__body--form feed-form" onSubmit={(event) => void submit(event)}>
      <p>
        <bdi>{nameOf(source)}</bdi>
      </p>
      <Field label={t("feeds.name")}>
        <input
          className="input"
          ref={takesFocus}
          onFocus={(event) => event.target.select()}
          autoComplete="off"
          required
          maxLength={FEED_NAME_CHARS}
          value={name}
          onChange={(event) => setName(event.target.value.trimStart())}
        />
      </Field>
      <Choice label={t("feeds.fullText")} hint={t("feeds.fullTextHint")} isOn={fullText} onChange={setFullText} />
      <p className="hint">{t("feeds.lead")}</p>
      <Note outcome={outcome} />
      <Actions onCancel={onClose}>
        <button type="submit" className="btn btn--accent" aria-disabled={isLoading}>
          {t("feeds.create")}
        </button>
      </Actions>
    </form>
  );
}

/** The addresses of a new feed, which are shown this once. */
function Addresses({ made, onClose }: { made: CreatedFeed; onClose: () => void }) {
  const { t } = useTranslation("account");
  return (
    <div className="dialog__body dialog__body--form feed-form">
      <p role="status">{t("feeds.made", { name: made.name })}</p>
      <Address label={t("feeds.atom")} copyLabel={t("feeds.copyAtom")} value={made.atom_url} isFirst />
      <Address label={t("feeds.json")} copyLabel={t("feeds.copyJson")} value={made.json_url} />
      <Actions onCancel={onClose} cancel={t("feeds.done")} />
    </div>
  );
}

interface AddressProps {
  readonly label: string;
  readonly copyLabel: string;
  readonly value: string;
  /** It gets the focus. */
  readonly isFirst?: boolean;
}

function Address({ label, ...field }: AddressProps) {
  const id = useId();
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <CopyField id={id} {...field} />
    </div>
  );
}
