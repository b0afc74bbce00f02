import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { LostMailPicture } from "../../kit/LostMailPicture.tsx";
import { SatchelPicture } from "../../kit/pictures.tsx";
import { Brand } from "../../kit/SoloPage.tsx";
import { useStopDigestMutation } from "./digest.api.ts";

/** The page of the link in a digest that stops it, signed in or not. It asks once: mail programs look links up by themselves. */
export function StopDigestPage() {
  const { t } = useTranslation("account", { keyPrefix: "digest.stop" });
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get("token") ?? "");
  const [stop, { isLoading, isSuccess, isError }] = useStopDigestMutation();
  const isWrong = token === "" || isError;

  useEffect(() => {
    document.title = t("tab");
  }, [t]);

  return (
    <main className="lone">
      <Brand />
      <section className="empty" role="status">
        {isWrong ? <LostMailPicture /> : <SatchelPicture />}
        <h1 className="title-section">{t(isWrong ? "wrong" : isSuccess ? "done" : "title")}</h1>
        <p>{t(isWrong ? "wrongText" : isSuccess ? "doneText" : "text")}</p>
        <div className="actions">
          {isWrong || isSuccess ? (
            <Link className="btn btn--accent btn--big" to="/links">
              {t("toLinks")}
            </Link>
          ) : (
            <button
              type="button"
              className="btn btn--accent btn--big"
              aria-disabled={isLoading}
              onClick={() => void (isLoading || stop(token))}
            >
              {t("do")}
            </button>
          )}
        </div>
      </section>
    </main>
  );
}
