import { SharedFilesPage, SharedNotePage } from "../features/add/SharedFilesPage.tsx";
import { sharedLink, sharedText } from "../features/share/sharedLink.ts";
import { SharePage } from "../features/share/SharePage.tsx";
import { useQueryString } from "../kit/hooks.ts";

/** What a share menu or the bookmarklet hands over: a link, a text, or files (`/share?files`). */
export function ShareMenuPage() {
  const parameters = new URLSearchParams(useQueryString());
  const text = sharedLink(parameters) === undefined ? sharedText(parameters) : "";
  if (parameters.has("files")) return <SharedFilesPage />;
  return text === "" ? <SharePage /> : <SharedNotePage text={text} />;
}
