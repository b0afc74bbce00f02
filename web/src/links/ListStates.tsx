import { useTranslation } from "react-i18next";
import { RotateCw } from "lucide-react";
import { useAppDispatch } from "../kit/state.ts";
import { isOfCards } from "./list.slice.ts";
import { useDisplay } from "./ViewSwitch.tsx";
import { useCatalogue } from "../kit/catalogue/useCatalogue.ts";
import { signOut } from "../session/session.api.ts";
import { LostMailPicture } from "../kit/LostMailPicture.tsx";
import "./skeletons.css";

/** A placeholder of a row or card, of its final size. */
export function Skeleton() {
  return (
    <div className="skel" aria-hidden="true">
      <i className="shimmer" />
      <div>
        <i className="shimmer" />
        <i className="shimmer" />
        <i className="shimmer" />
      </div>
      <i className="shimmer" />
    </div>
  );
}

const rows = [1, 2, 3, 4, 5, 6, 7];

/** As many placeholders as are about in sight. */
export const SkeletonRows = () => rows.map((row) => <Skeleton key={row} />);

/** A list that is being loaded. */
export function Skeletons() {
  const { t } = useTranslation("links");
  const display = useDisplay();
  return (
    <section
      className="skels"
      data-view={isOfCards(display) ? "cards" : display}
      aria-busy="true"
      aria-label={t("loading")}
    >
      <div className="skels__day">
        <i className="shimmer" />
      </div>
      <SkeletonRows />
    </section>
  );
}

interface LoadErrorProps {
  readonly text: string;
  /** Whether it is being retried: the error stays until there is an answer, so that it does not flicker. */
  readonly isBusy: boolean;
  readonly onRetry: () => void;
}

/** Shown instead of a list that could not be loaded. */
export function LoadError({ text, isBusy, onRetry }: LoadErrorProps) {
  const { t } = useTranslation("links");
  const { t: ofKit } = useTranslation("kit");
  const dispatch = useAppDispatch();
  const inLanguage = useCatalogue();
  return (
    <section className="empty" role="alert">
      <LostMailPicture />
      <h1 className="title-section">{t("error.title")}</h1>
      <p>{inLanguage(text)}</p>
      <div className="actions">
        <button type="button" className="btn btn--accent" aria-busy={isBusy} onClick={onRetry}>
          {isBusy ? <i className="spinner" /> : <RotateCw className="icon icon-m" />}
          {ofKit("tryAgain")}
        </button>
        <button type="button" className="btn btn--plain" onClick={() => void dispatch(signOut())}>
          {t("error.login")}
        </button>
      </div>
      <p className="hint">{t("error.hint")}</p>
    </section>
  );
}
