import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "wouter";
import { SoloPage } from "../../../kit/SoloPage.tsx";
import { ResetDone } from "./ResetDone.tsx";
import { ResetForm } from "./ResetForm.tsx";

/** Gives an account a new password by the mailed code. The parameter `email` of the address fills in whose. */
export function ResetPasswordPage() {
  const { t } = useTranslation("reset-password");
  const [search] = useSearchParams();
  const [isDone, setDone] = useState(false);

  return (
    <SoloPage tab={t("tab")}>
      {isDone ? <ResetDone /> : <ResetForm initialEmail={search.get("email") ?? ""} onDone={() => setDone(true)} />}
    </SoloPage>
  );
}
