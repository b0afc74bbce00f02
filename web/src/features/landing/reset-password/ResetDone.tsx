import { Check } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useLocation } from "wouter";
import { Link } from "wouter";
import { useAppDispatch } from "../../../kit/state.ts";
import { checkStatus } from "../../../session/session.api.ts";

/** Milliseconds until the sign-in page follows (specification, section 9). */
const REDIRECT_MS = 2000;

/** Says that the password was reset, and leads to the sign-in page. */
export function ResetDone() {
  const dispatch = useAppDispatch();
  const { t } = useTranslation("reset-password");
  const [, navigate] = useLocation();
  const title = useRef<HTMLHeadingElement>(null);

  // The form that had the focus is gone.
  useEffect(() => title.current?.focus(), []);

  useEffect(() => {
    const timer = setTimeout(() => {
      // A session that this browser had ended with the old password.
      void dispatch(checkStatus());
      navigate("/", { replace: true });
    }, REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [dispatch, navigate]);

  return (
    <section className="box-card done" role="status">
      <i>
        <Check className="icon" />
      </i>
      <h1 className="title-section" tabIndex={-1} ref={title}>
        {t("done")}
      </h1>
      <p>{t("next")}</p>
      <div className="line" />
      <Link className="btn btn--plain" to="/">
        {t("back")}
      </Link>
    </section>
  );
}
