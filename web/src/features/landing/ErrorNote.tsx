import { CircleAlert } from "lucide-react";

/** What went wrong with a form, read out as it appears. */
export function ErrorNote({ id, text }: { id: string; text: string }) {
  return (
    <div role="alert" id={id}>
      {text !== "" && (
        <p className="note note--bad">
          <CircleAlert className="icon" />
          {text}
        </p>
      )}
    </div>
  );
}
