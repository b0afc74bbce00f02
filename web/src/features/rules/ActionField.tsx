import type { Reader } from "@satchel/contracts";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { FolderSelect } from "../../folders/FolderSelect.tsx";
import { TagInput } from "../../links/TagInput.tsx";
import { RuleField } from "./ConditionField.tsx";
import type { ActionDraft } from "./draft.ts";

interface ActionFieldProps {
  readonly draft: ActionDraft;
  /** The account's confirmed e-readers. */
  readonly readers: readonly Reader[];
  readonly onChange: (draft: ActionDraft) => void;
  readonly onRemove: () => void;
}

/** The fields of one action. */
export function ActionField({ draft, readers, onChange, onRemove }: ActionFieldProps) {
  const { t } = useTranslation("rules");
  const id = useId();
  const label = t(`actions.${draft.kind}`);
  switch (draft.kind) {
    case "move":
      return (
        <RuleField label={label} id={id} onRemove={onRemove}>
          <FolderSelect
            id={id}
            value={draft.folder}
            none={t("form.noFolder")}
            onChange={(folder) => onChange({ ...draft, folder })}
          />
        </RuleField>
      );
    case "tag":
      return (
        <RuleField label={label} onRemove={onRemove}>
          <TagInput tags={draft.tags} onChange={(tags) => onChange({ ...draft, tags })} />
        </RuleField>
      );
    case "send":
      return (
        <RuleField label={label} id={id} onRemove={onRemove}>
          <select
            className="input"
            id={id}
            value={draft.email}
            onChange={({ target }) => onChange({ ...draft, email: target.value })}
          >
            <option value="">{t("form.noReader")}</option>
            {readers.map(({ email }) => (
              <option key={email} value={email}>
                {email}
              </option>
            ))}
          </select>
        </RuleField>
      );
    case "notify":
      return (
        <RuleField label={label} onRemove={onRemove}>
          <p className="hint">{t("form.notifyHint")}</p>
        </RuleField>
      );
    default:
      return <RuleField label={label} onRemove={onRemove} />;
  }
}
