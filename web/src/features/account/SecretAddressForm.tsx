import {
  type FolderId,
  type NewSecretAddress,
  SECRET_ADDRESS_NAME_CHARS,
  type SecretAddress,
  TAG_CHARS,
  TAGS_PER_LINK,
} from "@satchel/contracts";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Actions } from "../../kit/Dialog.tsx";
import { FolderSelect } from "../../folders/FolderSelect.tsx";

interface SecretAddressFormProps {
  /** What is changed; undefined for a new one. */
  readonly address?: SecretAddress;
  readonly isBusy: boolean;
  readonly onSubmit: (wanted: Required<NewSecretAddress>) => void;
  readonly onCancel: () => void;
}

/** The tags in a text: separated by commas or spaces, with or without `#`, each once. */
const tagsIn = (text: string): string[] =>
  [...new Set(text.split(/[\s,]+/).map((tag) => tag.replace(/^#+/, "").slice(0, TAG_CHARS)))]
    .filter((tag) => tag !== "")
    .slice(0, TAGS_PER_LINK);

/** Name, folder and tags of a secret address. */
export function SecretAddressForm({ address, isBusy, onSubmit, onCancel }: SecretAddressFormProps) {
  const { t } = useTranslation("account");
  const [name, setName] = useState(address?.name ?? "");
  const [folder, setFolder] = useState<FolderId | null>(address?.folder_id ?? null);
  const [tags, setTags] = useState(address?.tags.join(", ") ?? "");
  const id = useId();

  function submit(event: FormEvent): void {
    event.preventDefault();
    if (!isBusy) onSubmit({ name: name.trim(), folder_id: folder, tags: tagsIn(tags) });
  }

  return (
    <form className="stack token-form" onSubmit={submit}>
      <label className="label" htmlFor={id}>
        {t("newsletters.name")}
      </label>
      <input
        className="input"
        id={id}
        autoComplete="off"
        autoFocus
        required
        placeholder={t("newsletters.placeholder")}
        maxLength={SECRET_ADDRESS_NAME_CHARS}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <label className="label" htmlFor={`${id}-folder`}>
        {t("newsletters.folder")}
      </label>
      <FolderSelect id={`${id}-folder`} value={folder} none={t("newsletters.noFolder")} onChange={setFolder} />
      <label className="label" htmlFor={`${id}-tags`}>
        {t("newsletters.tags")}
      </label>
      <input
        className="input"
        id={`${id}-tags`}
        autoComplete="off"
        placeholder={t("newsletters.tagsPlaceholder")}
        value={tags}
        onChange={(event) => setTags(event.target.value)}
      />
      <Actions onCancel={onCancel}>
        <button type="submit" className="btn btn--accent" aria-disabled={isBusy}>
          {t(address === undefined ? "newsletters.make" : "newsletters.save")}
        </button>
      </Actions>
    </form>
  );
}
