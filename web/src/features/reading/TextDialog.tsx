import { isVisible, type ItemText, laterTexts, type Link, texts } from "@satchel/contracts";
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isComposing } from "../../kit/hooks.ts";
import { ConfirmDialog } from "../../kit/ConfirmDialog.tsx";
import { Actions, Dialog } from "../../kit/Dialog.tsx";
import { ErrorNote, LoadFault } from "../../kit/ErrorNote.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { noteShown } from "../../kit/toasts.slice.ts";
import { isAway, type Problem, reasonOf } from "../../kit/transport/call.ts";
import { draftOf, dropDraft, keepDraft } from "../../session/drafts.ts";
import { type TextDraft, useChangeTextMutation, useItemTextQuery } from "./texts.api.ts";
import "./text-dialog.css";

const CONFLICT = 409;
const UNAVAILABLE = 503;

/** Why a text was not saved, as a sentence of the catalogue. */
function sentenceOf(problem: Problem | undefined): string {
  if (problem === undefined) return "";
  if (isAway(problem.status)) return texts.offline;
  return problem.status === UNAVAILABLE && problem.detail !== "" ? problem.detail : reasonOf(problem, texts.unexpected);
}

interface TextDialogProps {
  readonly link: Link;
  readonly onClose: () => void;
}

/**
 * The editor of a note, or of a text that was kept as a file. What is typed stays until it is saved or discarded: also
 * when saving fails, when the page behind it changes, and when the session ends and its owner signs in again.
 */
export function TextDialog({ link: { id }, onClose }: TextDialogProps) {
  const { t } = useTranslation("reading", { keyPrefix: "edit" });
  const dispatch = useAppDispatch();
  const { currentData: found, error, refetch } = useItemTextQuery(id);
  const [change, { isLoading: isSaving }] = useChangeTextMutation();
  // What was typed, and the version that it changes.
  const [draft, setDraft] = useState(() => draftOf<TextDraft>(id));
  const [isRestored] = useState(draft !== undefined);
  const [problem, setProblem] = useState<Problem>();
  const [isAsking, setAsking] = useState(false);
  const [reopened, setReopened] = useState(0);
  const field = useRef<HTMLTextAreaElement>(null);
  const hint = useId();
  const shown = draft ?? found;
  const isChanged = draft !== undefined && draft.text !== found?.text;

  const isThere = shown !== undefined;
  useEffect(() => {
    if (!isThere) return;
    field.current?.focus();
    field.current?.setSelectionRange(0, 0);
    if (field.current !== null) field.current.scrollTop = 0;
  }, [isThere]);

  const unsaved = isChanged ? draft : undefined;
  const latest = useRef(unsaved);
  useEffect(() => {
    latest.current = unsaved;
    if (unsaved === undefined) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [unsaved]);
  // The page behind it was left, or the session has ended.
  useEffect(() => () => keepDraft(id, latest.current), [id]);

  function leave(): void {
    latest.current = undefined;
    dropDraft(id);
    onClose();
  }

  /** Closes the dialog, or asks first. What the browser has closed by itself is opened again. */
  function mayLeave(): void {
    if (!isChanged) return leave();
    setAsking(true);
    setReopened((count) => count + 1);
  }

  async function save({ version, text }: Pick<ItemText, "version" | "text">): Promise<void> {
    if (isSaving) return;
    if (!isVisible(text)) return setProblem({ status: 400, detail: laterTexts.texts.empty });
    const outcome = await change({ id, version, text });
    if (outcome.error !== undefined) return setProblem(outcome.error as Problem);
    leave();
    dispatch(noteShown(t("saved")));
  }

  /** Saves over what was saved elsewhere, which stays a copy. */
  async function saveOver(text: string): Promise<void> {
    const { data, error: fault } = await refetch();
    if (data === undefined) return setProblem(fault as Problem);
    setDraft({ version: data.version, text });
    await save({ version: data.version, text });
  }

  function onSubmit(event: FormEvent): void {
    event.preventDefault();
    if (shown === undefined) return;
    if (isChanged) void save(shown);
    else leave();
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (isComposing(event.nativeEvent)) return;
    if (event.key === "Escape" && isChanged) setAsking(true);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) field.current?.form?.requestSubmit();
    else return;
    event.preventDefault();
  }

  return (
    <>
      <Dialog key={reopened} className="text-dialog" title={t("title")} onClose={mayLeave}>
        <form className="dialog__body dialog__body--form" noValidate onSubmit={onSubmit} onKeyDown={onKeyDown}>
          {error !== undefined && shown === undefined ? (
            <LoadFault
              text={isAway((error as Problem).status) ? texts.offline : reasonOf(error, texts.unexpected)}
              onRetry={() => void refetch()}
            />
          ) : (
            <textarea
              ref={field}
              className={shown === undefined ? "input text-dialog__field shimmer" : "input text-dialog__field"}
              aria-label={t("label")}
              aria-describedby={hint}
              aria-busy={shown === undefined}
              dir="auto"
              readOnly={shown === undefined}
              value={shown?.text ?? ""}
              onChange={({ target }) => {
                if (shown !== undefined) setDraft({ version: shown.version, text: target.value });
                setProblem(undefined);
              }}
            />
          )}
          <div className="text-dialog__notes">
            <ErrorNote id={`${hint}-error`} text={sentenceOf(problem)} />
            {problem?.status === CONFLICT && draft !== undefined && (
              <p className="hint text-dialog__over">
                <button type="button" className="text-link" onClick={() => void saveOver(draft.text)}>
                  {t("saveOver")}
                </button>{" "}
                {t("saveOverHint")}
              </p>
            )}
            <p className="hint" id={hint}>
              {t(problem !== undefined ? "stays" : isRestored && isChanged ? "restored" : "hint")}{" "}
              {problem === undefined && <span className="text-dialog__keys">{t("keys")}</span>}
            </p>
          </div>
          <Actions onCancel={mayLeave}>
            <button type="submit" className="btn btn--accent" aria-disabled={isSaving} disabled={shown === undefined}>
              {t(isSaving ? "saving" : "save")}
            </button>
          </Actions>
        </form>
      </Dialog>
      {isAsking && (
        <ConfirmDialog
          title={t("discard.title")}
          text={t("discard.text")}
          action={t("discard.action")}
          onConfirm={leave}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
