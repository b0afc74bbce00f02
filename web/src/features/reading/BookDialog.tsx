import { type EpubQuery, type LinkFilters, texts } from "@satchel/contracts";
import { getEpub } from "@satchel/contracts/later-routes";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useCatalogue } from "../../kit/catalogue/useCatalogue.ts";
import { Choice } from "../../kit/Choice.tsx";
import { Actions, Dialog } from "../../kit/Dialog.tsx";
import { Field } from "../../kit/Field.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { type Problem, reasonOf } from "../../kit/transport/call.ts";
import { useReadersQuery, useSendToReaderMutation } from "../../session/readers.api.ts";
import { noteShown } from "../../kit/toasts.slice.ts";
import { bookDownloaded } from "./book.ts";

interface BookDialogProps {
  readonly filters: LinkFilters;
  readonly name: string;
  readonly onClose: () => void;
}

/** What of a list a book has, and how the server is asked for that. */
const PARTS = {
  all: {},
  unread: { unread_only: true },
  week: { unread_only: true, days: 7 },
} as const;
type Part = keyof typeof PARTS;

/** Makes a book for an e-reader of a list, or of what is unread of it. */
export function BookDialog({ filters, name, onClose }: BookDialogProps) {
  const { t } = useTranslation("reading");
  const inLanguage = useCatalogue();
  const dispatch = useAppDispatch();
  const [part, setPart] = useState<Part>("all");
  const { data: readers = [] } = useReadersQuery();
  const confirmed = readers.filter((reader) => reader.is_confirmed);
  const [send] = useSendToReaderMutation();
  // Where the book goes: an address, or "": it is downloaded.
  const [to, setTo] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>();

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setProblem(undefined);
    const list = { ...filters, ...PARTS[part] };
    const found = to === "" ? await dispatch(bookDownloaded({ operation: getEpub, query: list })) : await sent(list);
    setBusy(false);
    if (found === undefined) onClose();
    else setProblem(found);
  }

  async function sent(list: EpubQuery): Promise<Problem | undefined> {
    const { error } = await send({ email: to, book: { list } });
    if (error === undefined) dispatch(noteShown(t("book.sent", { email: to })));
    return error as Problem | undefined;
  }

  return (
    <Dialog title={t("book.title")} onClose={onClose}>
      <form className="dialog__body dialog__body--form" onSubmit={(event) => void submit(event)}>
        <p>
          <bdi>{name}</bdi>
        </p>
        <fieldset>
          <legend className="label">{t("book.part")}</legend>
          {(Object.keys(PARTS) as Part[]).map((each) => (
            <Choice
              key={each}
              group="part"
              label={t(`book.parts.${each}`)}
              isOn={each === part}
              onChange={() => setPart(each)}
            />
          ))}
        </fieldset>
        {confirmed.length > 0 && (
          <Field label={t("book.to")}>
            <select className="input" value={to} onChange={(event) => setTo(event.target.value)}>
              <option value="">{t("book.toFile")}</option>
              {confirmed.map(({ email }) => (
                <option key={email}>{email}</option>
              ))}
            </select>
          </Field>
        )}
        <p className="hint">{t("book.lead")}</p>
        {problem !== undefined && (
          <p className="hint hint--bad" role="alert">
            {problem.status === 404 ? t("book.nothing") : inLanguage(reasonOf(problem, texts.unexpected))}
          </p>
        )}
        <Actions onCancel={onClose}>
          <button type="submit" className="btn btn--accent" aria-disabled={isBusy} aria-busy={isBusy}>
            {isBusy ? t("book.making") : t(to === "" ? "book.save" : "book.send")}
          </button>
        </Actions>
      </form>
    </Dialog>
  );
}
