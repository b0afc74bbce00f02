import { SharedFilesPage } from "../features/add/SharedFilesPage.tsx";
import { SharePage } from "../features/share/SharePage.tsx";
import { useQueryString } from "../kit/hooks.ts";

/** What a share menu or the bookmarklet hands over: a link, or files (`/share?files`). */
export function ShareMenuPage() {
  return new URLSearchParams(useQueryString()).has("files") ? <SharedFilesPage /> : <SharePage />;
}
