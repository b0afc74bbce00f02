import {
  type CreatedApiToken,
  type FolderId,
  TOKEN_NAME_CHARS,
  TOKEN_SCOPES,
  type TokenScope,
} from "@satchel/contracts";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Choice } from "../../kit/Choice.tsx";
import { Actions } from "../../kit/Dialog.tsx";
import { Field } from "../../kit/Field.tsx";
import { FolderSelect } from "../../folders/FolderSelect.tsx";
import { reasonOf } from "../../kit/transport/call.ts";
import type { AddForm } from "./SecretList.tsx";
import { useCreateTokenMutation } from "./tokens.api.ts";

/** Days after which a token can be set to expire here; null: never. */
const LIVES = [30, 90, 365, null] as const;

/** Asks for name, scopes and expiry of a token, and makes it. */
export function TokenForm({ onSaid, onMade, onCancel }: AddForm<CreatedApiToken>) {
  const { t } = useTranslation("account");
  const [create, { isLoading }] = useCreateTokenMutation();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly TokenScope[]>(["read"]);
  const [days, setDays] = useState<number | null>(365);
  const [folder, setFolder] = useState<FolderId | null>(null);
  const id = useId();

  const lifeOf = (life: (typeof LIVES)[number]): string =>
    life === null ? t("tokens.never") : life === 365 ? t("tokens.year") : t("tokens.days", { count: life });

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isLoading) return;
    onSaid(null);
    if (scopes.length === 0) return onSaid({ ok: false, text: t("tokens.none") });
    const expiry = days === null ? {} : { expires_in_days: days };
    const { data, error } = await create({ name: name.trim(), scopes: [...scopes], folder_id: folder, ...expiry });
    if (data !== undefined) return onMade(data);
    onSaid({ ok: false, text: reasonOf(error, t("tokens.addFailed")) });
  }

  return (
    <form className="stack token-form" onSubmit={(event) => void submit(event)}>
      <Field label={t("tokens.name")}>
        <input
          className="input"
          autoComplete="off"
          autoFocus
          required
          placeholder={t("tokens.placeholder")}
          maxLength={TOKEN_NAME_CHARS}
          value={name}
          onChange={(event) => setName(event.target.value.trimStart())}
        />
      </Field>
      <fieldset>
        <legend className="label">{t("tokens.may")}</legend>
        {TOKEN_SCOPES.map((scope) => (
          <Choice
            key={scope}
            label={t(`tokens.scopes.${scope}`)}
            hint={t(`tokens.scopesText.${scope}`)}
            isOn={scopes.includes(scope)}
            onChange={(isOn) => setScopes(isOn ? [...scopes, scope] : scopes.filter((each) => each !== scope))}
          />
        ))}
      </fieldset>
      <Field label={t("tokens.where")}>
        <FolderSelect value={folder} none={t("tokens.everywhere")} describedBy={id} onChange={setFolder} />
      </Field>
      {folder !== null && (
        <p className="hint" id={id}>
          {t("tokens.whereText")}
        </p>
      )}
      <Field label={t("tokens.expires")}>
        <select
          className="input"
          value={days ?? ""}
          onChange={(event) => setDays(event.target.value === "" ? null : Number(event.target.value))}
        >
          {LIVES.map((life) => (
            <option key={life} value={life ?? ""}>
              {lifeOf(life)}
            </option>
          ))}
        </select>
      </Field>
      <Actions onCancel={onCancel}>
        <button type="submit" className="btn btn--accent" aria-disabled={isLoading}>
          {t("tokens.create")}
        </button>
      </Actions>
    </form>
  );
}
