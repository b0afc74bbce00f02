import type { Folder, LinkFilters } from "@satchel/contracts";
import { RotateCw } from "lucide-react";
import { Fragment } from "react";
import { useFoldersQuery } from "../folders/folders.api.ts";
import { rowsOf } from "../folders/tree.ts";
import type { LinkList } from "./linkList.ts";
import { LinkRow } from "./LinkRow.tsx";
import { Skeleton } from "./Skeletons.tsx";
import { dayHeading, savedWhen } from "./times.ts";
import { useLoadMore } from "./useLoadMore.ts";
import { useNow } from "./useNow.ts";

const none: readonly Folder[] = [];

/** The links under the days they were saved on, and more of them as the end comes near. */
export function LinkRows({ list, filters }: { list: LinkList; filters: LinkFilters }) {
  const { data: folders = none } = useFoldersQuery();
  const { end, failed, retry } = useLoadMore(filters, list.next);
  const now = useNow();
  const names = new Map(rowsOf(folders).map((row) => [row.id, row.name]));

  return (
    <div className="links">
      {list.links.map((link, index) => {
        const saved = new Date(link.saved_at);
        const heading = dayHeading(saved, now);
        const above = list.links[index - 1];
        const isFirst = above === undefined || dayHeading(new Date(above.saved_at), now) !== heading;
        return (
          <Fragment key={link.id}>
            {isFirst && <h2 className="day">{heading}</h2>}
            <LinkRow
              link={link}
              folder={link.folder_id === null ? undefined : names.get(link.folder_id)}
              when={savedWhen(saved, now)}
            />
          </Fragment>
        );
      })}
      <div ref={end}>
        {list.next !== null && !failed && <Skeleton />}
        {failed && (
          <div className="links__more">
            <button type="button" className="btn btn--plain" onClick={retry}>
              <RotateCw className="icon icon-m" />
              Try Again
            </button>
          </div>
        )}
      </div>
    </div>
  );
}
