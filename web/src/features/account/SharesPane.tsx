import type { Share } from "@satchel/contracts";
import { Folder, Link as LinkIcon } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useEndShareMutation, useSharesQuery } from "../../folders/shares.api.ts";
import { useAppDispatch } from "../../kit/state.ts";
import { overlayOpened } from "../../session/overlay.slice.ts";
import { Note } from "./Note.tsx";
import { Listed, RowText, useEnding } from "./Listed.tsx";
import { useShareFacts } from "./useShareFacts.ts";
import "./shares.css";

function ShareRow({ share, onEnd }: { share: Share; onEnd: (title: string) => void }) {
  const { t } = useTranslation("account");
  const dispatch = useAppDispatch();
  const facts = useShareFacts();
  const { source } = share;
  const Icon = source.kind === "folder" ? Folder : LinkIcon;
  const title = share.title ?? t(source.kind === "folder" ? "shares.goneFolder" : "shares.goneLink");
  return (
    <li>
      <Icon className="icon" />
      <RowText name={title} facts={facts.all(share).join(" · ")} />
      {!share.ended_by_operator && (
        <>
          <button
            type="button"
            className="btn btn--ghost"
            aria-haspopup="dialog"
            aria-label={t("shares.changeOne", { title })}
            onClick={() => dispatch(overlayOpened({ kind: "share", source, title }))}
          >
            {t("shares.change")}
          </button>
          <button
            type="button"
            className="btn btn--ghost"
            aria-label={t("shares.endOne", { title })}
            onClick={() => onEnd(title)}
          >
            {t("shares.end")}
          </button>
        </>
      )}
    </li>
  );
}

/** All that the account shares. */
export function SharesPane() {
  const { t } = useTranslation("account");
  const shares = useSharesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [end] = useEndShareMutation();
  const lead = useRef<HTMLParagraphElement>(null);
  const { outcome, endOne } = useEnding(end, lead);
  const onEnd = ({ id }: Share, title: string) =>
    endOne(id, { ended: t("shares.ended", { title }), failed: t("shares.failed") });

  return (
    <section className="stack">
      <p ref={lead} tabIndex={-1}>
        {t("shares.text")}
      </p>
      {shares.data?.length === 0 && <p className="hint">{t("shares.none")}</p>}
      <Listed of={shares} className="rows share-rows" aria-label={t("shares.title")}>
        {(share) => <ShareRow key={share.id} share={share} onEnd={(title) => void onEnd(share, title)} />}
      </Listed>
      <Note outcome={outcome} />
    </section>
  );
}
