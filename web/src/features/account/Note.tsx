import { Check, CircleAlert, Copy, Trash2 } from "lucide-react";
import { type InputHTMLAttributes, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { useCopy } from "../../kit/hooks.ts";
import { IconButton } from "../../kit/IconButton.tsx";

/** A button that removes its row. @param label its accessible name; `hasFocus`: it takes the focus when it appears */
export function RemoveButton({ label, hasFocus, onClick }: { label: string; hasFocus?: boolean; onClick: () => void }) {
  return <IconButton label={label} icon={Trash2} isDanger autoFocus={hasFocus} onClick={onClick} />;
}

/** A mail address, which breaks behind its @ if it is too long. */
export function Address({ email }: { email: string }) {
  const [local = "", domain] = email.split(/(?<=@)/);
  return (
    <bdi>
      {local}
      {domain !== undefined && (
        <>
          <wbr />
          {domain}
        </>
      )}
    </bdi>
  );
}

interface CopyFieldProps extends Pick<InputHTMLAttributes<HTMLInputElement>, "id" | "aria-label"> {
  readonly value: string;
  /** The accessible name of the button, if its text is not enough. */
  readonly copyLabel?: string;
  /** It gets the focus. */
  readonly isFirst?: boolean;
}

/** What is shown this once, with a button that copies it. */
export function CopyField({ value, copyLabel, isFirst = false, ...input }: CopyFieldProps) {
  const { t } = useTranslation("account");
  const { copied, copy } = useCopy();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isFirst) field.current?.select();
  }, [isFirst]);
  return (
    <div className="inline-form">
      <input className="input" ref={field} readOnly value={value} {...input} />
      <button type="button" className="btn btn--accent" aria-label={copyLabel} onClick={() => copy(value)}>
        {copied ? <Check className="icon icon-m" /> : <Copy className="icon icon-m" />}
        {t(copied ? "tokens.copied" : "tokens.copy")}
      </button>
    </div>
  );
}

interface NewSecretProps {
  /** What was made. */
  readonly text: string;
  readonly secret: string;
  /** The accessible name of its field. */
  readonly label: string;
  readonly onDone: () => void;
}

/** The secret of something new, which is shown this once. */
export function NewSecret({ text, secret, label, onDone }: NewSecretProps) {
  const { t } = useTranslation("account");
  return (
    <div className="new-token">
      <p role="status">{text}</p>
      <CopyField value={secret} aria-label={label} isFirst />
      <button type="button" className="btn btn--ghost" onClick={onDone}>
        {t("tokens.done")}
      </button>
    </div>
  );
}

/** Rows of their final size while they are loaded. */
export function RowSkeletons({ count }: { count: number }) {
  return (
    <div className="rows rows--wait" aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <span>
            <i className="shimmer" />
            <i className="shimmer" />
          </span>
        </div>
      ))}
    </div>
  );
}

/** The outcome of an action: `text` is from the error catalogue, or translated; `more` follows it. */
export interface Outcome {
  readonly ok: boolean;
  readonly text: string;
  readonly more?: string;
}

/** The outcome of the last action, announced to screen readers. */
export function Note({ outcome, id }: { outcome: Outcome | null; id?: string | undefined }) {
  const inLanguage = useCatalogue();
  const Icon = outcome?.ok === true ? Check : CircleAlert;
  return (
    <div className="said" role={outcome?.ok === true ? "status" : "alert"} id={id}>
      {outcome !== null && (
        <p className={outcome.ok ? "note note--ok" : "note note--bad"}>
          <Icon className="icon" />
          <span>
            <span>{inLanguage(outcome.text)}</span>
            {outcome.more !== undefined && <small>{outcome.more}</small>}
          </span>
        </p>
      )}
    </div>
  );
}
