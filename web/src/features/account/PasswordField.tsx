import { useId } from "react";
import { PasswordInput } from "../../kit/PasswordInput.tsx";

interface PasswordFieldProps {
  readonly label: string;
  readonly value: string;
  readonly autoComplete: "current-password" | "new-password";
  readonly isWrong?: boolean;
  readonly hint?: string;
  readonly describedBy: string;
  readonly onChange: (password: string) => void;
}

/** A password with its label, and perhaps what is asked of it. */
export function PasswordField({ label, hint, isWrong = false, describedBy, ...input }: PasswordFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <PasswordInput
        {...input}
        id={id}
        isWrong={isWrong}
        describedBy={hint === undefined ? describedBy : `${id}-hint ${describedBy}`}
      />
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}
