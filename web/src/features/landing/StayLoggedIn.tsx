import { useTranslation } from "react-i18next";

interface StayLoggedInProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** The choice to stay logged in after the browser was closed. */
export function StayLoggedIn({ isOn, onChange }: StayLoggedInProps) {
  const { t } = useTranslation("landing");
  return (
    <label className="check">
      <input className="box" type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      {t("stay")}
    </label>
  );
}
