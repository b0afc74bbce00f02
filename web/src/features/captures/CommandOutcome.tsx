import { type Capture, texts } from "@satchel/contracts";
import { Undo2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAppDispatch } from "../../kit/state.ts";
import { errorShown } from "../../kit/toasts.slice.ts";
import type { Problem } from "../../kit/transport/call.ts";
import { offerBulkUndo } from "../../links/selection/bulk.api.ts";
import { useUndoCaptureMutation } from "./captures.api.ts";

type Command = NonNullable<Capture["command"]>;

/** What a mail told Satchel to do, and what came of it. */
export function CommandOutcome({ command }: { readonly command: Command | null }) {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  if (command === null) return null;
  const [first] = command.kinds;
  const what =
    first === undefined ? "unknown" : first === "search" || first === "read" || first === "undo" ? first : "change";
  return (
    <p>
      <span className="badge badge--quiet">{t(`command.${what}`)}</span>
      <Result outcome={command.outcome} />
    </p>
  );
}

function Result({ outcome }: Pick<Command, "outcome">) {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  switch (outcome?.kind) {
    case undefined:
      return t("command.pending");
    case "results":
      return t("command.results", { count: outcome.linkIds.length });
    case "changed":
      return t("command.changed", { count: outcome.changed });
    case "undone":
      return t("command.undone", { count: outcome.deleted + outcome.restored });
    case "article":
    case "nothing":
      return t(`command.${outcome.kind}`);
  }
}

/** Undoes what a mail did. Links that it brought are deleted, and can be brought back from the toast. */
export function UndoMail({ capture: { id, subject } }: { readonly capture: Capture }) {
  const { t } = useTranslation("archive", { keyPrefix: "captures" });
  const dispatch = useAppDispatch();
  const [undo, { isLoading }] = useUndoCaptureMutation();

  async function onUndo(): Promise<void> {
    if (isLoading) return;
    const { data, error } = await undo(id);
    if (data === undefined) {
      const isNothing = (error as Problem).status === 400 || (error as Problem).status === 404;
      dispatch(errorShown(isNothing ? t("undoNothing") : texts.unexpected));
      return;
    }
    dispatch(offerBulkUndo(t("undone", { count: data.deleted + data.restored }), data.bulk_id));
  }

  return (
    <button
      type="button"
      className="text-link cap__undo"
      aria-disabled={isLoading}
      aria-label={t("undoOf", { subject: subject.trim() === "" ? t("noSubject") : subject })}
      onClick={() => void onUndo()}
    >
      <Undo2 className="icon icon-s" />
      {t("undo")}
    </button>
  );
}
