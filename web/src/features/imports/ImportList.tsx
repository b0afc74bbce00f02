import { texts } from "@satchel/contracts";
import { useTranslation } from "react-i18next";
import { useAppSelector } from "../../kit/state.ts";
import { LoadFault } from "../../kit/LoadFault.tsx";
import { useImportsQuery } from "./imports.api.ts";
import { ImportRow } from "./ImportRow.tsx";
import { selectUploads } from "../../session/imports.slice.ts";
import { UploadRow } from "./UploadRow.tsx";

/** The files that are on their way, and the imports of the last 30 days. */
export function ImportList() {
  const { t } = useTranslation("imports");
  const uploads = useAppSelector(selectUploads);
  const { data: imports, isError, refetch } = useImportsQuery(undefined, { refetchOnMountOrArgChange: true });

  if (imports === undefined && isError) {
    return <LoadFault text={texts.links.loadFailed} onRetry={() => void refetch()} />;
  }
  if (uploads.length === 0 && (imports === undefined || imports.length === 0)) return null;
  return (
    <ul className="rows imports" aria-label={t("list")}>
      {uploads.map((each) => (
        <UploadRow key={each.id} upload={each} />
      ))}
      {imports?.map((each) => (
        <ImportRow key={each.id} of={each} />
      ))}
    </ul>
  );
}
