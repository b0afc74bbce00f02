import { PASSWORD_CHARS } from "@satchel/contracts";
import { Eye, EyeOff } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { takesFocus } from "./Dialog.tsx";
import { IconButton } from "./IconButton.tsx";

interface PasswordInputProps {
  readonly id: string;
  readonly value: string;
  readonly autoComplete: "current-password" | "new-password";
  readonly isBig?: boolean;
  readonly isWrong: boolean;
  readonly describedBy: string;
  readonly autoFocus?: boolean;
  readonly onChange: (password: string) => void;
}

/** A password field with a button to show the text. */
export function PasswordInput(props: PasswordInputProps) {
  const { id, value, autoComplete, isBig = false, isWrong, describedBy, autoFocus = false, onChange } = props;
  const { t } = useTranslation("landing");
  const [shown, setShown] = useState(false);
  return (
    <div className="input-wrap">
      <input
        className={isBig ? "input input--big" : "input"}
        id={id}
        type={shown ? "text" : "password"}
        autoComplete={autoComplete}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={PASSWORD_CHARS}
        required
        autoFocus={autoFocus}
        ref={autoFocus ? takesFocus : undefined}
        value={value}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
      />
      <IconButton
        label={t(shown ? "password.hide" : "password.show")}
        icon={shown ? EyeOff : Eye}
        aria-controls={id}
        onClick={() => setShown(!shown)}
      />
    </div>
  );
}
