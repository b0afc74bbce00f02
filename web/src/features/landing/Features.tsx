import { Check, Folder, FolderOpen } from "lucide-react";

const promises = ["Stored in the EU", "No tracking", "GDPR", "Yours to delete"];

/** The three feature cards. */
export function Features({ saveAddress }: { saveAddress: string | undefined }) {
  return (
    <section className="cards3" aria-label="What Satchel does">
      <article className="feat">
        <div className="feat__pic" aria-hidden="true">
          <div className="mini">
            <p>
              <span>From</span>anna@post.example
            </p>
            <p>
              <span>To</span>
              {saveAddress}
            </p>
          </div>
        </div>
        <h2 className="title-card">Saves by e-mail</h2>
        <p>From any phone, desk or app that can send a mail. Nothing to install, nothing to learn.</p>
      </article>
      <article className="feat">
        <div className="feat__pic" aria-hidden="true">
          <div className="mini mini--row">
            {promises.map((promise) => (
              <p key={promise}>
                <Check className="icon icon-s" />
                {promise}
              </p>
            ))}
          </div>
        </div>
        <h2 className="title-card">Private by design</h2>
        <p>GDPR-compliant, stored in the EU, no trackers. The text of your mails is never kept, only the links.</p>
      </article>
      <article className="feat">
        <div className="feat__pic" aria-hidden="true">
          <div className="mini mini--tree">
            <p>
              <FolderOpen className="icon icon-m" />
              Reading<small>214</small>
            </p>
            <p className="in on">
              <Folder className="icon icon-m" />
              Essays
            </p>
            <p>
              <Folder className="icon icon-m" />
              Kitchen<small>88</small>
            </p>
          </div>
        </div>
        <h2 className="title-card">Sorted in an instant</h2>
        <p>Titles, pictures and tags are found for you. Folders and favorites do the rest.</p>
      </article>
    </section>
  );
}
