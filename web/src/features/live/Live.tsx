import { ArrowUp } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { arrivalsSeen, selectUnseen } from "../../links/list.slice.ts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import { useLive } from "./useLive.ts";

/** A button with the number of new links above the visible ones, which scrolls to them. */
function NewLinksPill() {
  const unseen = useAppSelector(selectUnseen);
  const dispatch = useAppDispatch();
  const { t } = useTranslation("links", { keyPrefix: "live" });

  useEffect(() => {
    if (unseen === 0) return;
    const seeTop = () => {
      if (window.scrollY === 0) dispatch(arrivalsSeen());
    };
    window.addEventListener("scroll", seeTop, { passive: true });
    return () => window.removeEventListener("scroll", seeTop);
  }, [unseen, dispatch]);

  return (
    <div role="status">
      {unseen > 0 && (
        <button type="button" className="pill-new" onClick={() => window.scrollTo({ top: 0, behavior: "smooth" })}>
          <ArrowUp className="icon icon-m" />
          {t("arrived", { count: unseen })}
        </button>
      )}
    </div>
  );
}

/** Applies live events, and announces new links above the visible ones. */
export function Live() {
  useLive();
  return <NewLinksPill />;
}
