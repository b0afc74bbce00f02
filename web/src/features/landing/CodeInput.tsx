import { CODE_DIGITS } from "@satchel/contracts";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";

/** The digits of what was typed or pasted, at most as many as a code has; "123 456" and "Code: 123456" will do. */
export const codeDigits = (text: string): string => text.replaceAll(/\D/g, "").slice(0, CODE_DIGITS);

export const isWholeCode = (code: string): boolean => code.length === CODE_DIGITS;

interface CodeInputProps {
  readonly code: string;
  readonly isWrong: boolean;
  readonly describedBy: string;
  /** Whether the code is what comes next as the screen appears. */
  readonly autoFocus: boolean;
  readonly onChange: (code: string) => void;
}

const places = Array.from({ length: CODE_DIGITS }, (_, place) => place);

/** Six drawn cells and one real input over them, so that pasting and the browser's one-time-code autofill work. */
export function CodeInput({ code, isWrong, describedBy, autoFocus, onChange }: CodeInputProps) {
  const { t } = useTranslation("landing");
  const input = useRef<HTMLInputElement>(null);

  // The next digit that is typed begins the code anew.
  useEffect(() => {
    if (!isWrong) return;
    input.current?.focus();
    input.current?.select();
  }, [isWrong]);

  const cellClass = (place: number): string | undefined => {
    if (isWrong) return "bad";
    return place === code.length ? "now" : undefined;
  };
  return (
    <div className="code">
      <div className="code__cells" aria-hidden="true">
        {places.map((place) => (
          <i key={place} className={cellClass(place)}>
            {code[place]}
          </i>
        ))}
      </div>
      <input
        ref={input}
        aria-label={t("code.label", { digits: CODE_DIGITS })}
        aria-invalid={isWrong}
        aria-describedby={describedBy}
        inputMode="numeric"
        autoComplete="one-time-code"
        autoFocus={autoFocus}
        value={code}
        onChange={(event) => onChange(codeDigits(event.target.value))}
      />
    </div>
  );
}
