import {
  PASSWORD_CHARS,
  PASSWORD_CHARS_MIN,
  SHARE_NAME_CHARS,
  SHARE_NAME_CHARS_MIN,
  type Share,
  type ShareSource,
  shareTexts,
  texts,
} from "@satchel/contracts";
import { ExternalLink } from "lucide-react";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import {
  isSameSource,
  useChangeShareMutation,
  useCreateShareMutation,
  useEndShareMutation,
  useSharesQuery,
} from "../../folders/shares.api.ts";
import { useKeptForm } from "../../session/useKeptForm.ts";
import { Choice } from "../../kit/Choice.tsx";
import { Dialog } from "../../kit/Dialog.tsx";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import { Field } from "../../kit/Field.tsx";
import { localeOf } from "../../kit/i18n/language.ts";
import type { Problem } from "../../kit/transport/call.ts";
import { CopyField, Note, type Outcome, RowSkeletons } from "./Note.tsx";
import { changeIn, formOf, type ShareForm } from "./shares.ts";
import { useShareFacts } from "./useShareFacts.ts";
import "./panes.css";
import "./feeds.css";
import "./shares.css";

interface ShareDialogProps {
  readonly source: ShareSource;
  /** Of the folder or link. */
  readonly title: string;
  readonly onClose: () => void;
}

/** Shares a folder or a link, changes how, and ends it. */
export function ShareDialog({ source, title, onClose }: ShareDialogProps) {
  const { t } = useTranslation("account");
  const { data: shares, isError, refetch } = useSharesQuery(undefined, { refetchOnMountOrArgChange: true });
  const share = shares?.find((each) => isSameSource(each.source, source));
  return (
    <Dialog title={t("shares.dialog")} onClose={onClose}>
      {shares === undefined && isError && (
        <div className="dialog__body">
          <LoadFault text={texts.links.loadFailed} onRetry={() => void refetch()} />
        </div>
      )}
      {shares === undefined && !isError && (
        <div className="dialog__body">
          <RowSkeletons count={3} />
        </div>
      )}
      {/* Another form as soon as it is shared, or is not any more. */}
      {shares !== undefined && (
        <ShareBody key={share?.id ?? "new"} share={share} source={source} title={title} onClose={onClose} />
      )}
    </Dialog>
  );
}

interface ShareBodyProps extends ShareDialogProps {
  /** Undefined: it is not shared yet. */
  readonly share: Share | undefined;
}

function ShareBody({ share, source, title, onClose }: ShareBodyProps) {
  const { t } = useTranslation("account");
  const { t: ofKit } = useTranslation("kit");
  const [create, { isLoading: isCreating }] = useCreateShareMutation();
  const [change, { isLoading: isChanging }] = useChangeShareMutation();
  const [end, { isLoading: isEnding }] = useEndShareMutation();
  const [first, setFirst] = useState(() => formOf(share, title));
  const [form, setForm] = useState(first);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const isBusy = isCreating || isChanging || isEnding;
  // Without the password, which is not to lie in the tab.
  useKeptForm(`share.${JSON.stringify(source)}`, form === first ? undefined : { ...form, password: "" }, setForm);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setOutcome(null);
    const wanted = changeIn(form, new Date());
    const { data, error } =
      share === undefined ? await create({ source, ...wanted }) : await change({ id: share.id, change: wanted });
    if (data === undefined) return setOutcome({ ok: false, text: failure(error as Problem) });
    const kept = formOf(data, title);
    setFirst(kept);
    setForm(kept);
    setOutcome({ ok: true, text: t("shares.saved") });
  }

  function failure({ status, detail }: Problem): string {
    const known = (Object.keys(shareTexts) as (keyof typeof shareTexts)[]).find((key) => shareTexts[key] === detail);
    if (known !== undefined) return t(`shares.errors.${known}`);
    // The folder or link is gone: a text of the catalogue.
    if (status === 404 && detail !== "") return detail;
    return t(status === 422 ? "shares.invalid" : "shares.failed");
  }

  async function stop({ id }: Share): Promise<void> {
    setOutcome(null);
    const { error } = await end(id);
    if (error === undefined || (error as Problem).status === 404) onClose();
    else setOutcome({ ok: false, text: failure(error as Problem) });
  }

  if (share?.ended_by_operator === true) {
    return (
      <div className="dialog__body dialog__body--form">
        <p>{t("shares.blocked")}</p>
      </div>
    );
  }
  return (
    <form className="dialog__body dialog__body--form feed-form share-form" onSubmit={(event) => void submit(event)}>
      <p>
        <bdi>{title}</bdi>
      </p>
      {share === undefined ? (
        <p className="hint">{t(source.kind === "folder" ? "shares.leadFolder" : "shares.leadLink")}</p>
      ) : (
        <Address share={share} />
      )}
      <Choices form={form} share={share} onChange={setForm} />
      <Note outcome={outcome} />
      <div className="actions actions--end">
        {share === undefined ? (
          <button type="button" className="btn btn--plain" onClick={onClose}>
            {ofKit("cancel")}
          </button>
        ) : (
          <button type="button" className="btn btn--ghost share-form__stop" onClick={() => void stop(share)}>
            {t("shares.stop")}
          </button>
        )}
        <button type="submit" className="btn btn--accent" aria-disabled={isBusy}>
          {t(share === undefined ? "shares.share" : "shares.save")}
        </button>
      </div>
    </form>
  );
}

/** Where it is, and how often it was opened. */
function Address({ share }: { share: Share }) {
  const { t } = useTranslation("account");
  const facts = useShareFacts();
  const id = useId();
  return (
    <div>
      <label className="label" htmlFor={id}>
        {t("shares.address")}
      </label>
      <CopyField id={id} value={share.url} copyLabel={t("shares.copy")} isFirst />
      <p className="share-form__facts">
        <a className="text-link" href={share.url} target="_blank" rel="noopener noreferrer">
          {t("shares.open")} <ExternalLink className="icon icon-s" />
        </a>
        <small>{facts.visits(share)}</small>
      </p>
    </div>
  );
}

interface ChoicesProps {
  readonly form: ShareForm;
  readonly share: Share | undefined;
  readonly onChange: (form: ShareForm) => void;
}

function Choices({ form, share, onChange }: ChoicesProps) {
  const { t, i18n } = useTranslation("account");
  const id = useId();
  const set = (part: Partial<ShareForm>): void => onChange({ ...form, ...part });
  const date = new Intl.DateTimeFormat(localeOf(i18n.language), { dateStyle: "medium", timeStyle: "short" });
  const end = share?.expires_at ?? null;
  return (
    <>
      <fieldset className="share-form__who">
        <legend className="label">{t("shares.who")}</legend>
        {[false, true].map((isPublic) => (
          <Choice
            key={String(isPublic)}
            group={id}
            label={t(isPublic ? "shares.public" : "shares.secret")}
            hint={t(isPublic ? "shares.publicHint" : "shares.secretHint")}
            isOn={form.isPublic === isPublic}
            onChange={() => set({ isPublic })}
          />
        ))}
      </fieldset>
      {form.isPublic && (
        <div>
          <label className="label" htmlFor={`${id}-name`}>
            {t("shares.name")}
          </label>
          <div className="share-form__name">
            <span aria-hidden="true">{`${window.location.host}/s/`}</span>
            <input
              className="input"
              id={`${id}-name`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              required
              minLength={SHARE_NAME_CHARS_MIN}
              maxLength={SHARE_NAME_CHARS}
              pattern="[a-z0-9]+(?:-[a-z0-9]+)*"
              title={t("shares.nameHint")}
              value={form.publicName}
              onChange={(event) => set({ publicName: event.target.value })}
            />
          </div>
          <p className="hint">{t("shares.nameHint")}</p>
        </div>
      )}
      <Choice
        label={t("shares.notes")}
        hint={t("shares.notesHint")}
        isOn={form.notes}
        onChange={(notes) => set({ notes })}
      />
      <Choice
        label={t("shares.password")}
        hint={t("shares.passwordHint")}
        isOn={form.hasPassword}
        onChange={(hasPassword) => set({ hasPassword, password: "" })}
      />
      {form.hasPassword && (
        <input
          className="input"
          type="text"
          aria-label={t("shares.passwordLabel")}
          autoComplete="off"
          spellCheck={false}
          required={share?.has_password !== true}
          placeholder={share?.has_password === true ? t("shares.passwordKept") : ""}
          minLength={PASSWORD_CHARS_MIN}
          maxLength={PASSWORD_CHARS}
          value={form.password}
          onChange={(event) => set({ password: event.target.value })}
        />
      )}
      <Field label={t("shares.ends")}>
        <select
          className="input"
          value={form.ends}
          onChange={(event) => set({ ends: event.target.value as ShareForm["ends"] })}
        >
          {end !== null && <option value="keep">{t("shares.endsOn", { when: date.format(new Date(end)) })}</option>}
          <option value="never">{t("shares.endsNever")}</option>
          <option value="7">{t("shares.endsWeek")}</option>
          <option value="30">{t("shares.endsMonth")}</option>
          <option value="365">{t("shares.endsYear")}</option>
        </select>
      </Field>
    </>
  );
}
