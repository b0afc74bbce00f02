import { FOLDER_NAME_CHARS } from "@satchel/contracts";
import { type RefObject, useId } from "react";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";

interface FolderNameFieldProps {
  readonly label: string;
  readonly name: string;
  readonly input: RefObject<HTMLInputElement | null>;
  /** The id of the element that says what is wrong. */
  readonly errorId: string;
  readonly onChange: (name: string) => void;
}

/** The name of a folder that is created or edited. */
export function FolderNameField({ label, name, input, errorId, onChange }: FolderNameFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        className="input"
        value={name}
        maxLength={FOLDER_NAME_CHARS}
        ref={input}
        aria-describedby={errorId}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}

/** What is wrong with a folder's form. */
export function FolderFault({ id, error }: { id: string; error: string }) {
  const inLanguage = useCatalogue();
  return (
    <p className="folder-look__error" id={id} role="alert">
      {inLanguage(error)}
    </p>
  );
}

interface FolderFootProps {
  readonly submit: string;
  readonly isDisabled: boolean;
  readonly onCancel: () => void;
}

/** The two buttons of a folder's form. */
export function FolderFoot({ submit, isDisabled, onCancel }: FolderFootProps) {
  const { t } = useTranslation("folders");
  return (
    <div className="folder-look__foot">
      <button type="button" className="btn btn--plain" onClick={onCancel}>
        {t("cancel")}
      </button>
      <button type="submit" className="btn btn--accent" disabled={isDisabled}>
        {submit}
      </button>
    </div>
  );
}
