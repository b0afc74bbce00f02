import { useQuery } from "../../../kit/useQuery.ts";
import { Check } from "lucide-react";
import { Link, useLocation } from "wouter";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { ResetForm } from "./ResetForm.tsx";
import { SoloPage } from "../../../kit/SoloPage.tsx";
import { checkStatus } from "../../../session/session.api.ts";
import { useAppDispatch } from "../../../kit/state.ts";

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

/** Gives an account a new password by the mailed code. The parameter `email` of the address fills in whose. */
export function ResetPasswordPage() {
  const { t } = useTranslation("reset-password");
  const search = useQuery();
  const [isDone, setDone] = useState(false);

  return (
    <SoloPage tab={t("tab")}>
      {isDone ? <ResetDone /> : <ResetForm initialEmail={search.get("email") ?? ""} onDone={() => setDone(true)} />}
    </SoloPage>
  );
}
