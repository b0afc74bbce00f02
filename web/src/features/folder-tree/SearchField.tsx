import { closedSearch, SEARCH_CHARS } from "@satchel/contracts";
import { useId } from "react";
import { useTranslation } from "react-i18next";

interface SearchFieldProps {
  readonly search: string;
  readonly onChange: (search: string) => void;
}

/** The search of a smart folder, with a hint while it is invalid. */
export function SearchField({ search, onChange }: SearchFieldProps) {
  const { t } = useTranslation("folder-tree", { keyPrefix: "smart" });
  const id = useId();
  const hintId = useId();
  const isInvalid = search.trim() !== "" && closedSearch(search) === undefined;
  return (
    <div className="field">
      <label htmlFor={id}>{t("search")}</label>
      <input
        id={id}
        className="input"
        value={search}
        maxLength={SEARCH_CHARS}
        autoCapitalize="off"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={isInvalid}
        aria-describedby={hintId}
        onChange={(event) => onChange(event.target.value)}
      />
      <p className={isInvalid ? "hint hint--bad" : "hint"} id={hintId} role="status">
        {t(isInvalid ? "invalid" : "searchHint")}
      </p>
    </div>
  );
}
