import { RotateCw } from "lucide-react";
import { useAppDispatch } from "../../app/hooks.ts";
import { signOut } from "../session/session.api.ts";
import { LostMailPicture } from "./pictures.tsx";

/** Instead of the list, when it could not be loaded. To the login leads only the end of the session. */
export function LoadError({ text, onRetry }: { text: string; onRetry: () => void }) {
  const dispatch = useAppDispatch();
  return (
    <section className="empty" role="alert">
      <LostMailPicture />
      <h1 className="title-section">Your links did not arrive</h1>
      <p>{text}</p>
      <div className="actions">
        <button type="button" className="btn btn--accent" onClick={onRetry}>
          <RotateCw className="icon icon-m" />
          Try Again
        </button>
        <button type="button" className="btn btn--plain" onClick={() => void dispatch(signOut())}>
          Go to Login
        </button>
      </div>
      <p className="hint">Nothing is lost: mail that comes in meanwhile is kept.</p>
    </section>
  );
}
