import { useAppSelector } from "../../app/hooks.ts";
import { part } from "../../app/part.tsx";
import { selectImportsOpen } from "./imports.slice.ts";

const ImportsDialog = part("imports/ImportsDialog", async () => (await import("./ImportsDialog.tsx")).ImportsDialog, {
  texts: ["imports"],
});

/** The import and export dialog, while it is open. */
export function ImportsHost() {
  const isOpen = useAppSelector(selectImportsOpen);
  return isOpen && <ImportsDialog />;
}
