import { useTranslation } from "react-i18next";

interface OnOffProps {
  /** Undefined while that is not known. */
  readonly isOn: boolean | undefined;
  readonly canBeOn?: boolean;
  readonly isBusy?: boolean;
  readonly onChange: (isOn: boolean) => void;
  readonly "aria-label"?: string;
  readonly "aria-labelledby"?: string;
}

/** A switch of two buttons. */
export function OnOff({ isOn, canBeOn = true, isBusy, onChange, ...names }: OnOffProps) {
  const { t } = useTranslation("kit");
  return (
    <div className="seg seg--text" role="group" aria-busy={isBusy} {...names}>
      {[true, false].map((each) => (
        <button
          key={String(each)}
          type="button"
          aria-pressed={each === isOn}
          disabled={isOn === undefined || (each && !canBeOn)}
          onClick={() => onChange(each)}
        >
          {t(each ? "on" : "off")}
        </button>
      ))}
    </div>
  );
}
