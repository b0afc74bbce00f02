import type { FolderId, LinkCount } from "@satchel/contracts";
import { skipToken } from "@reduxjs/toolkit/query";
import { type RefObject, useEffect, useState } from "react";
import { useCount } from "../../links/lists.api.ts";

/** How many links lie in a folder, counted once its row was in sight; undefined until then. */
export function useFolderCount(row: RefObject<Element | null>, id: FolderId): LinkCount["count"] | undefined {
  const [seen, setSeen] = useState(false);

  useEffect(() => {
    if (seen || row.current === null) return;
    const observer = new IntersectionObserver((changes) => {
      if (changes.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
    });
    observer.observe(row.current);
    return () => observer.disconnect();
  }, [seen, row]);

  return useCount(seen ? { folder_id: id } : skipToken)?.count;
}
