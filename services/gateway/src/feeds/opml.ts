import type { Folder, Subscription } from "@satchel/contracts";
import { element, parent } from "./xml.ts";

/** Writes feeds as OPML 2.0 (opml.org/spec2.opml, "Subscription lists"): those of a folder within an outline of its name. */
export function writeOpml(subscriptions: readonly Subscription[], folders: readonly Folder[], now: Date): string {
  const outlines = (folderId: number | null): string[] =>
    subscriptions
      .filter((one) => one.folder_id === folderId)
      .map(({ title, url }) => element("outline", { type: "rss", text: title, title, xmlUrl: url }));
  const known = folders.flatMap((folder) => [folder, ...folder.children]);
  const groups = known.flatMap(({ id, name }) => {
    const inside = outlines(id);
    return inside.length === 0 ? [] : [parent("outline", { text: name, title: name }, inside)];
  });
  // Of a folder that was deleted meanwhile.
  const lost = subscriptions.flatMap(({ folder_id: folder }) =>
    folder === null || known.some(({ id }) => id === folder) ? [] : outlines(folder),
  );
  const body = [...outlines(null), ...new Set(lost), ...groups];
  return `<?xml version="1.0" encoding="UTF-8"?>\n${parent("opml", { version: "2.0" }, [
    parent("head", {}, [element("title", {}, "Satchel"), element("dateCreated", {}, now.toUTCString())]),
    parent("body", {}, body),
  ])}\n`;
}
