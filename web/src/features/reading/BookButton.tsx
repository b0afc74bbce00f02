import { type LinkId, texts } from "@satchel/contracts";
import { getLinkEpub } from "@satchel/contracts/later-routes";
import { BookDown, Mail } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Menu, MenuItem } from "../../kit/Menu.tsx";
import { type MenuPoint, below } from "../../kit/menuPlace.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { errorShown, noteShown } from "../../kit/toasts.slice.ts";
import { type Problem, reasonOf } from "../../kit/transport/call.ts";
import { useReadersQuery, useSendToReaderMutation } from "../../session/readers.api.ts";
import { bookDownloaded } from "./book.ts";
import { IconButton } from "../../kit/IconButton.tsx";

/** Downloads the article as a book for an e-reader, or, where the account has any, sends it to one. */
export function BookButton({ id }: { id: LinkId }) {
  const { t } = useTranslation("reading");
  const dispatch = useAppDispatch();
  const { data: readers = [] } = useReadersQuery();
  const confirmed = readers.filter((reader) => reader.is_confirmed);
  const [send] = useSendToReaderMutation();
  const [isBusy, setBusy] = useState(false);
  const [at, setAt] = useState<MenuPoint>();
  const label = confirmed.length === 0 ? t("book.download") : t("book.menu");

  async function whileBusy(work: () => Promise<Problem | undefined>): Promise<void> {
    setAt(undefined);
    if (isBusy) return;
    setBusy(true);
    const problem = await work();
    setBusy(false);
    if (problem !== undefined) dispatch(errorShown(reasonOf(problem, texts.unexpected)));
  }
  const download = (): Promise<void> =>
    whileBusy(() => dispatch(bookDownloaded({ operation: getLinkEpub, params: { id } })));
  const sendTo = (email: string): Promise<void> =>
    whileBusy(async () => {
      const { error } = await send({ email, book: { link_id: id } });
      if (error !== undefined) return error as Problem;
      dispatch(noteShown(t("book.sent", { email })));
      return undefined;
    });

  return (
    <>
      <IconButton
        label={label}
        icon={BookDown}
        aria-busy={isBusy}
        aria-haspopup={confirmed.length === 0 ? undefined : "menu"}
        onClick={(event) => {
          if (confirmed.length === 0) void download();
          else setAt(below(event.currentTarget));
        }}
      />
      {at !== undefined && (
        <Menu label={label} at={at} onClose={() => setAt(undefined)}>
          <MenuItem icon={BookDown} label={t("book.file")} onChoose={() => void download()} />
          {confirmed.map(({ email }) => (
            <MenuItem key={email} icon={Mail} label={t("book.sendTo", { email })} onChoose={() => void sendTo(email)} />
          ))}
        </Menu>
      )}
    </>
  );
}
