import { RULE_MINUTES, RULE_SOURCES } from "@satchel/contracts";
import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import type { ConditionDraft } from "./draft.ts";
import { languageName } from "../../kit/i18n/languageName.ts";
import { IconButton } from "../../kit/IconButton.tsx";

/** Languages that are offered, beside those that a rule has already. */
const LANGUAGES = "en de fr es it pt nl pl cs da sv no fi el hu ro tr uk ru ar he hi ja ko zh".split(" ");

/** One condition or action: its name, its fields, and a button that removes it. */
export function RuleField({ label, id, onRemove, children }: RuleFieldProps) {
  const { t } = useTranslation("rules", { keyPrefix: "form" });
  const remove = t("remove", { what: label });
  return (
    <li className="rule-field">
      {id === undefined ? (
        <span className="label">{label}</span>
      ) : (
        <label className="label" htmlFor={id}>
          {label}
        </label>
      )}
      {children}
      <IconButton label={remove} icon={X} onClick={onRemove} />
    </li>
  );
}

interface RuleFieldProps {
  readonly label: string;
  /** Of its field, if it has one. */
  readonly id?: string;
  readonly onRemove: () => void;
  readonly children?: ReactNode;
}

interface ChoicesProps {
  readonly id: string;
  readonly chosen: readonly string[];
  readonly all: readonly string[];
  readonly nameOf: (value: string) => string;
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Some of a list, as chips, and a select that adds one. */
function Choices({ id, chosen, all, nameOf, onChange }: ChoicesProps) {
  const { t } = useTranslation("rules", { keyPrefix: "form" });
  const left = all.filter((value) => !chosen.includes(value));
  return (
    <div className="rule-choices">
      {chosen.map((value) => (
        <span className="chip" key={value}>
          {nameOf(value)}
          <button
            type="button"
            aria-label={t("take", { what: nameOf(value) })}
            onClick={() => onChange(chosen.filter((each) => each !== value))}
          >
            <X className="icon icon-s" />
          </button>
        </span>
      ))}
      {left.length > 0 && (
        <select className="input" id={id} value="" onChange={({ target }) => onChange([...chosen, target.value])}>
          <option value="" disabled>
            {t("choose")}
          </option>
          {left.map((value) => (
            <option key={value} value={value}>
              {nameOf(value)}
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

interface ConditionFieldProps {
  readonly draft: ConditionDraft;
  readonly onChange: (draft: ConditionDraft) => void;
  readonly onRemove: () => void;
}

/** The fields of one condition. */
export function ConditionField({ draft, onChange, onRemove }: ConditionFieldProps) {
  const { t, i18n } = useTranslation("rules");
  const id = useId();
  const { kind } = draft;
  const label = t(`conditions.${kind}`);
  switch (kind) {
    case "duplicate":
    case "unfiled":
      return <RuleField label={label} onRemove={onRemove} />;
    case "longer":
    case "shorter":
      return (
        <RuleField label={label} id={id} onRemove={onRemove}>
          <span className="rule-minutes">
            <input
              className="input"
              id={id}
              type="number"
              min={1}
              max={RULE_MINUTES}
              required
              value={Number.isNaN(draft.minutes) ? "" : draft.minutes}
              onChange={({ target }) => onChange({ ...draft, minutes: target.valueAsNumber })}
            />
            {t("form.minutes")}
          </span>
        </RuleField>
      );
    case "language":
    case "source": {
      const all = kind === "source" ? RULE_SOURCES : [...new Set([...LANGUAGES, ...draft.chosen])];
      const nameOf = (value: string): string =>
        kind === "source" ? t(`sources.${value as (typeof RULE_SOURCES)[number]}`) : languageName(value, i18n.language);
      return (
        <RuleField label={label} id={id} onRemove={onRemove}>
          <Choices
            id={id}
            chosen={draft.chosen}
            all={all}
            nameOf={nameOf}
            onChange={(chosen) => onChange({ ...draft, chosen })}
          />
        </RuleField>
      );
    }
    default:
      return (
        <RuleField label={label} id={id} onRemove={onRemove}>
          <input
            className="input"
            id={id}
            autoComplete="off"
            autoCapitalize="none"
            dir="auto"
            required
            placeholder={t(`examples.${kind}`)}
            aria-describedby={`${id}-hint`}
            value={draft.words}
            onChange={({ target }) => onChange({ ...draft, words: target.value.trimStart() })}
          />
          <small className="hint" id={`${id}-hint`}>
            {t("form.words")}
          </small>
        </RuleField>
      );
  }
}
