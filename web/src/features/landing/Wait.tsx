import { useTranslation } from "react-i18next";
import type { Problem } from "../../kit/transport/call.ts";

/** Below the error of a sign-in: how long to wait after too many tries. */
export function Wait({ problem }: { problem: Problem | undefined }) {
  const { t } = useTranslation("landing");
  const count = problem?.status === 429 ? Math.ceil((problem.retryAfter ?? 0) / 60) : 0;
  if (count === 0) return null;
  return (
    <p className="hint" role="alert">
      {t("limited", { count })}
    </p>
  );
}
