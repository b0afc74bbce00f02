import { FOLDER_NAME_CHARS } from "@satchel/contracts";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { takesFocus } from "../../kit/Dialog.tsx";
import { Field } from "../../kit/Field.tsx";

interface FolderNameFieldProps {
  readonly label: string;
  readonly name: string;
  /** The id of the element that says what is wrong. */
  readonly errorId: string;
  readonly onChange: (name: string) => void;
}

/** The name of a folder that is created or edited; it has the focus when the dialog opens. */
export function FolderNameField({ label, name, errorId, onChange }: FolderNameFieldProps) {
  return (
    <Field label={label}>
      <input
        className="input"
        value={name}
        maxLength={FOLDER_NAME_CHARS}
        ref={takesFocus}
        aria-describedby={errorId}
        onFocus={(event) => event.target.select()}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}

/** What is wrong with a folder's form. */
export function FolderFault({ id, error }: { id: string; error: string }) {
  const inLanguage = useCatalogue();
  return (
    <p className="hint hint--bad" id={id} role="alert">
      {inLanguage(error)}
    </p>
  );
}
