import { CircleAlert } from "lucide-react";
import { useCatalogue } from "./catalogue/useCatalogue.ts";

/** What went wrong with a form, as a text of the error catalogue; read out as it appears. */
export function ErrorNote({ id, text }: { id: string; text: string }) {
  const inLanguage = useCatalogue();
  return (
    <div role="alert" id={id}>
      {text !== "" && (
        <p className="note note--bad">
          <CircleAlert className="icon" />
          {inLanguage(text)}
        </p>
      )}
    </div>
  );
}
