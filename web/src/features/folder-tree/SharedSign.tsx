import type { FolderId } from "@satchel/contracts";
import { Share2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useIsShared } from "../../folders/shares.api.ts";

/** The sign of a folder that strangers can see. */
export function SharedSign({ id }: { id: FolderId }) {
  const { t } = useTranslation("folder-tree");
  return useIsShared(id) ? (
    <i className="shared-sign" role="img" aria-label={t("shared")} title={t("shared")}>
      <Share2 className="icon" />
    </i>
  ) : null;
}
