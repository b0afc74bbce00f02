import {
  type FolderId,
  type NewSecretAddress,
  SECRET_ADDRESS_NAME_CHARS,
  type SecretAddress,
} from "@satchel/contracts";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Actions } from "../../kit/Dialog.tsx";
import { Field } from "../../kit/Field.tsx";
import { TagInput } from "../../links/TagInput.tsx";
import { FolderSelect } from "../../folders/FolderSelect.tsx";

interface SecretAddressFormProps {
  /** What is changed; undefined for a new one. */
  readonly address?: SecretAddress;
  readonly isBusy: boolean;
  readonly onSubmit: (wanted: Required<NewSecretAddress>) => void;
  readonly onCancel: () => void;
}

/** Name, folder and tags of a secret address. */
export function SecretAddressForm({ address, isBusy, onSubmit, onCancel }: SecretAddressFormProps) {
  const { t } = useTranslation("account");
  const [name, setName] = useState(address?.name ?? "");
  const [folder, setFolder] = useState<FolderId | null>(address?.folder_id ?? null);
  const [tags, setTags] = useState<readonly string[]>(address?.tags ?? []);
  const id = useId();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isBusy) onSubmit({ name: name.trim(), folder_id: folder, tags: [...tags] });
  }

  return (
    <form className="stack token-form" onSubmit={submit}>
      <Field label={t("newsletters.name")}>
        <input
          className="input"
          autoComplete="off"
          autoFocus
          required
          placeholder={t("newsletters.placeholder")}
          maxLength={SECRET_ADDRESS_NAME_CHARS}
          value={name}
          onChange={(event) => setName(event.target.value.trimStart())}
        />
      </Field>
      <Field label={t("newsletters.folder")}>
        <FolderSelect value={folder} none={t("newsletters.noFolder")} onChange={setFolder} />
      </Field>
      <div className="stack" role="group" aria-labelledby={id}>
        <span className="label" id={id}>
          {t("newsletters.tags")}
        </span>
        <TagInput tags={tags} onChange={setTags} />
      </div>
      <Actions onCancel={onCancel}>
        <button type="submit" className="btn btn--accent" aria-disabled={isBusy}>
          {t(address === undefined ? "newsletters.make" : "newsletters.save")}
        </button>
      </Actions>
    </form>
  );
}
