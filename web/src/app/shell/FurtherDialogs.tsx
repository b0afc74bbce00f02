import { FeedDialog } from "../../features/account/FeedDialog.tsx";
import { ShareDialog } from "../../features/account/ShareDialog.tsx";
import { FollowDialog } from "../../features/account/FollowDialog.tsx";
import { BookDialog } from "../../features/reading/BookDialog.tsx";
import { TextDialog } from "../../features/reading/TextDialog.tsx";
import { KeptDialog } from "../../features/offline/KeptDialog.tsx";
import { SmartFolderDialog } from "../../features/folder-tree/SmartFolderDialog.tsx";
import { ShortcutsDialog } from "../../features/shortcuts/sheet/ShortcutsDialog.tsx";
import type { LaterDialog } from "../../session/overlay.slice.ts";

/** Small dialogs in one part, because the first script names each part. */
export function FurtherDialogs({ open, onClose }: { open: LaterDialog; onClose: () => void }) {
  switch (open.kind) {
    case "shortcuts":
      return <ShortcutsDialog onClose={onClose} />;
    case "smart":
      return <SmartFolderDialog search={open.search} onClose={onClose} />;
    case "book":
      return <BookDialog filters={open.filters} name={open.name} onClose={onClose} />;
    case "text":
      return <TextDialog link={open.link} onClose={onClose} />;
    case "kept":
      return <KeptDialog list={open.list} onClose={onClose} />;
    case "feed":
      return <FeedDialog source={open.source} name={open.name} onClose={onClose} />;
    case "share":
      return <ShareDialog source={open.source} title={open.title} onClose={onClose} />;
    case "follow":
      return <FollowDialog folderId={open.folderId} url={open.url} onClose={onClose} />;
  }
}
