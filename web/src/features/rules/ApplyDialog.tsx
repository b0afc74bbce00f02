import { type Rule, type RulePreview, texts } from "@satchel/contracts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Actions, Dialog } from "../../kit/Dialog.tsx";
import { LoadFault } from "../../kit/ErrorNote.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { Preview } from "./Preview.tsx";
import { apply, usePreviewRuleMutation } from "./rules.api.ts";
import { Sentence } from "./Sentence.tsx";

/** Shows what a rule would change of the links that are there, and changes them. */
export function ApplyDialog({ rule, onClose }: { readonly rule: Rule; readonly onClose: () => void }) {
  const { t } = useTranslation("rules");
  const dispatch = useAppDispatch();
  const [ask] = usePreviewRuleMutation();
  const [found, setFound] = useState<RulePreview | "failed" | undefined>();
  const [isBusy, setBusy] = useState(false);
  const [tries, setTries] = useState(0);

  useEffect(() => {
    const { id: _id, created_at: _createdAt, ...fields } = rule;
    let isShown = true;
    void ask(fields).then(({ data }) => {
      if (isShown) setFound(data ?? "failed");
    });
    return () => {
      isShown = false;
    };
  }, [ask, rule, tries]);

  async function change(): Promise<void> {
    if (isBusy) return;
    setBusy(true);
    await dispatch(apply(rule));
    onClose();
  }

  const preview = found === "failed" ? undefined : found;
  const changed = preview?.changed ?? 0;
  return (
    <Dialog title={t("preview.title")} onClose={onClose}>
      <div className="dialog__body dialog__body--form rule-form">
        <div className="rule-form__said">
          <Sentence {...rule} />
        </div>
        {found === "failed" && (
          <LoadFault
            text={texts.links.loadFailed}
            onRetry={() => {
              setFound(undefined);
              setTries(tries + 1);
            }}
          />
        )}
        {found === undefined && (
          <p role="status" aria-busy="true">
            {t("preview.looking")}
          </p>
        )}
        {preview !== undefined && <Preview preview={preview} actions={rule.actions} />}
        <Actions onCancel={onClose}>
          {changed > 0 && (
            <button type="button" className="btn btn--accent" aria-disabled={isBusy} onClick={() => void change()}>
              {t("preview.do", { count: changed })}
            </button>
          )}
        </Actions>
      </div>
    </Dialog>
  );
}
