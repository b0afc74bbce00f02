import { firstStageOf, type Rule, RULE_NAME_CHARS, type RulePreview } from "@satchel/contracts";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { Choice } from "../../kit/Choice.tsx";
import { Actions, Dialog, takesFocus } from "../../kit/Dialog.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { useReadersQuery } from "../../session/readers.api.ts";
import { useKeptForm } from "../../session/useKeptForm.ts";
import { ActionField } from "./ActionField.tsx";
import { ConditionField } from "./ConditionField.tsx";
import {
  type ActionKind,
  actionsLeft,
  type ConditionKind,
  conditionsLeft,
  draftOf,
  emptyAction,
  emptyCondition,
  type RuleDraft,
  ruleIn,
} from "./draft.ts";
import { Preview } from "./Preview.tsx";
import { apply, failureOf, useChangeRuleMutation, useCreateRuleMutation, usePreviewRuleMutation } from "./rules.api.ts";
import { Sentence } from "./Sentence.tsx";

const NEW: RuleDraft = { name: "", conditions: [emptyCondition("site")], actions: [emptyAction("move")] };

interface RuleDialogProps {
  /** What is changed; undefined for a new one. */
  readonly rule?: Rule | undefined;
  readonly onClose: () => void;
}

/** Makes or changes a rule, and shows what it would change before it is saved. */
export function RuleDialog({ rule, onClose }: RuleDialogProps) {
  const { t } = useTranslation("rules");
  const inLanguage = useCatalogue();
  const dispatch = useAppDispatch();
  const readers = useReadersQuery().data?.filter((reader) => reader.is_confirmed) ?? [];
  const [create, { isLoading: isCreating }] = useCreateRuleMutation();
  const [change, { isLoading: isChanging }] = useChangeRuleMutation();
  const [ask, { isLoading: isLooking }] = usePreviewRuleMutation();
  const [first] = useState<RuleDraft>(() => (rule === undefined ? NEW : draftOf(rule)));
  const [draft, setDraft] = useState(first);
  useKeptForm(`rule.${rule?.id ?? "new"}`, draft === first ? undefined : draft, setDraft);
  const [preview, setPreview] = useState<RulePreview | null>(null);
  const [alsoPast, setAlsoPast] = useState(false);
  const [isPastBusy, setPastBusy] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const id = useId();
  const said = ruleIn(draft);
  const isBusy = isCreating || isChanging || isPastBusy;
  const title = t(rule === undefined ? "form.new" : "form.edit");

  /** A preview is of what was there when it was asked for. */
  function edit(next: Partial<RuleDraft>): void {
    setDraft({ ...draft, ...next });
    setPreview(null);
    setAlsoPast(false);
    setFault(null);
  }

  async function look(): Promise<void> {
    if (isLooking) return;
    setFault(null);
    if (said === undefined) return setFault(t("form.incomplete"));
    const { data, error } = await ask({ name: draft.name.trim() || title, is_on: true, ...said });
    if (data === undefined) return setFault(failureOf(error));
    setPreview(data);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setFault(null);
    if (said === undefined) return setFault(t("form.incomplete"));
    const fields = { name: draft.name.trim(), ...said };
    const { data, error } = await (rule === undefined
      ? create({ ...fields, is_on: true })
      : change({ id: rule.id, ...fields }));
    if (data === undefined) return setFault(failureOf(error));
    if (alsoPast) {
      setPastBusy(true);
      await dispatch(apply(data));
    }
    onClose();
  }

  const conditions = conditionsLeft(draft.conditions);
  const actions = actionsLeft(draft.actions, readers.length > 0);
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="dialog__body dialog__body--form rule-form" onSubmit={(event) => void submit(event)}>
        <div>
          <label className="label" htmlFor={id}>
            {t("form.name")}
          </label>
          <input
            className="input"
            id={id}
            ref={takesFocus}
            autoComplete="off"
            required
            placeholder={t("form.namePlaceholder")}
            maxLength={RULE_NAME_CHARS}
            aria-describedby={`${id}-hint`}
            value={draft.name}
            onChange={({ target }) => edit({ name: target.value.trimStart() })}
          />
          <small className="hint" id={`${id}-hint`}>
            {t("form.nameHint")}
          </small>
        </div>
        <fieldset>
          <legend>{t("form.when")}</legend>
          <ul>
            {draft.conditions.map((one, n) => (
              <ConditionField
                key={one.kind}
                draft={one}
                onChange={(next) => edit({ conditions: draft.conditions.with(n, next) })}
                onRemove={() => edit({ conditions: draft.conditions.toSpliced(n, 1) })}
              />
            ))}
          </ul>
          <AddSelect
            label={t("form.addCondition")}
            options={conditions.map((kind) => [kind, t(`conditions.${kind}`)])}
            onAdd={(kind) => edit({ conditions: [...draft.conditions, emptyCondition(kind as ConditionKind)] })}
          />
        </fieldset>
        <fieldset>
          <legend>{t("form.do")}</legend>
          <ul>
            {draft.actions.map((one, n) => (
              <ActionField
                key={one.kind}
                draft={one}
                readers={readers}
                onChange={(next) => edit({ actions: draft.actions.with(n, next) })}
                onRemove={() => edit({ actions: draft.actions.toSpliced(n, 1) })}
              />
            ))}
          </ul>
          <AddSelect
            label={t("form.addAction")}
            options={actions.map((kind) => [kind, t(`actions.${kind}`)])}
            onAdd={(kind) => edit({ actions: [...draft.actions, emptyAction(kind as ActionKind)] })}
          />
        </fieldset>
        {said !== undefined && (
          <div className="rule-form__said">
            <Sentence {...said} />
            <small className="hint">{t(`form.stages.${firstStageOf(said)}`)}</small>
          </div>
        )}
        {preview === null ? (
          <button type="button" className="btn btn--plain" aria-disabled={isLooking} onClick={() => void look()}>
            {t(isLooking ? "preview.looking" : "preview.show")}
          </button>
        ) : (
          said !== undefined && <Preview preview={preview} actions={said.actions} />
        )}
        {preview !== null && preview.changed > 0 && (
          <Choice label={t("preview.too", { count: preview.changed })} isOn={alsoPast} onChange={setAlsoPast} />
        )}
        <div role="alert">{fault !== null && <p className="note note--bad">{inLanguage(fault)}</p>}</div>
        <Actions onCancel={onClose}>
          <button type="submit" className="btn btn--accent" aria-disabled={isBusy}>
            {t(isBusy ? "form.saving" : "form.save")}
          </button>
        </Actions>
      </form>
    </Dialog>
  );
}

interface AddSelectProps {
  readonly label: string;
  /** Kinds with their names. */
  readonly options: readonly (readonly [kind: string, name: string])[];
  readonly onAdd: (kind: string) => void;
}

/** Adds one of some kinds; nothing where none is left. */
function AddSelect({ label, options, onAdd }: AddSelectProps) {
  if (options.length === 0) return null;
  return (
    <select className="input rule-form__add" aria-label={label} value="" onChange={({ target }) => onAdd(target.value)}>
      <option value="" disabled>
        {label}
      </option>
      {options.map(([kind, name]) => (
        <option key={kind} value={kind}>
          {name}
        </option>
      ))}
    </select>
  );
}
