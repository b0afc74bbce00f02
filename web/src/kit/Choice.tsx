interface ChoiceProps {
  readonly label: string;
  readonly hint?: string;
  /** The name of the group, of which one can be chosen; undefined: a choice of its own. */
  readonly group?: string;
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** A box to tick, or one of a group, with what it means. */
export function Choice({ label, hint, group, isOn, onChange }: ChoiceProps) {
  return (
    <label className="choice-line">
      <input
        className={group === undefined ? "box" : "radio"}
        type={group === undefined ? "checkbox" : "radio"}
        name={group}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>
        <b>{label}</b>
        {hint !== undefined && <small>{hint}</small>}
      </span>
    </label>
  );
}
