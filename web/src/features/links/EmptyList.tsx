import { Link } from "react-router-dom";
import { useUserQuery } from "../session/session.api.ts";
import { useConfigQuery } from "../shell/config.api.ts";
import { SaveAddress } from "../shell/SaveAddress.tsx";
import { CupPicture, FolderPicture, SatchelPicture } from "./pictures.tsx";
import { ALL, pathOfView, type View } from "./view.ts";

function NothingUnvisited() {
  return (
    <section className="empty">
      <CupPicture />
      <h2 className="title-section">All caught up</h2>
      <p>You have visited every link you saved. New ones wait here until you open them.</p>
      <div className="actions">
        <Link className="btn btn--plain" to={pathOfView(ALL)}>
          See all links
        </Link>
      </div>
    </section>
  );
}

function EmptyFolder() {
  return (
    <section className="empty">
      <FolderPicture />
      <h2 className="title-section">Put a link in</h2>
      <p>Choose “Move to…” at any link, then this folder.</p>
      <div className="actions">
        <Link className="btn btn--plain" to={pathOfView(ALL)}>
          Go to All Links
        </Link>
      </div>
    </section>
  );
}

function EmptyArchive() {
  const address = useConfigQuery().data?.save_address;
  const owner = useUserQuery().data?.sender_emails[0]?.email;
  return (
    <section className="empty">
      <SatchelPicture />
      <h2 className="title-section">Your satchel is empty</h2>
      <p>Send a mail with a link in it, from an address of yours. It shows up here within seconds.</p>
      <ol className="steps">
        <li>
          <i>1</i>
          <span>Copy a link from anywhere</span>
        </li>
        <li>
          <i>2</i>
          <span>
            Mail it to <b>{address}</b>
          </span>
        </li>
        <li>
          <i>3</i>
          <span>Watch it land, with title and picture</span>
        </li>
      </ol>
      <SaveAddress />
      {owner !== undefined && (
        <p className="hint">Tip: only mail from {owner} counts, the address that is yours here.</p>
      )}
    </section>
  );
}

/** Instead of rows, when a view has none. */
export function EmptyList({ view }: { view: View }) {
  if (view.kind === "unvisited") return <NothingUnvisited />;
  return view.kind === "folder" ? <EmptyFolder /> : <EmptyArchive />;
}
