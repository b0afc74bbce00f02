import type { DuplicateLink, DuplicatePage, LinkId } from "@satchel/contracts";
import { CheckCheck } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "wouter";
import { MoreButton } from "../../kit/MoreButton.tsx";
import { useAppDispatch } from "../../kit/state.ts";
import { SidePage, WaitingList } from "../../links/SidePage.tsx";
import { mergePage, useDuplicatesInfiniteQuery } from "./duplicates.api.ts";
import { DuplicateGroup } from "./DuplicateGroup.tsx";
import { type Choices, keptOf } from "./merged.ts";
import { MergeAllDialog } from "./MergeAllDialog.tsx";
import { Empty } from "../../kit/Empty.tsx";
import "./duplicates.css";

function NothingTwice() {
  const { t } = useTranslation("duplicates", { keyPrefix: "nothing" });
  return (
    <Empty sign={<CheckCheck className="empty__sign" />} title={t("title")} text={t("text")}>
      <Link className="btn btn--plain" to="/links">
        {t("back")}
      </Link>
    </Empty>
  );
}

const noChoices: Choices = new Map();

const groupOf = (pageId: string): Element | null => document.querySelector(`[data-page="${CSS.escape(pageId)}"]`);

/** Moves the focus to the group beside one that is about to go, or to the page. */
function focusBeside(pageId: string): void {
  const group = groupOf(pageId);
  const beside = group?.nextElementSibling ?? group?.previousElementSibling;
  const target = beside?.querySelector<HTMLElement>("input:checked") ?? document.getElementById("main");
  target?.focus();
}

/** Pages that several links lead to, to merge these. */
export function DuplicatesPage() {
  const { t } = useTranslation("duplicates");
  const dispatch = useAppDispatch();
  const answer = useDuplicatesInfiniteQuery(undefined, { refetchOnMountOrArgChange: true });
  const { data } = answer;
  const [choices, setChoices] = useState(noChoices);
  const [merging, setMerging] = useState<ReadonlySet<string>>(new Set());
  const [asksForAll, setAsksForAll] = useState(false);
  const pages = data?.pages.flatMap((part) => part.pages) ?? [];
  const total = data?.pages[0]?.total ?? 0;

  function keep({ page_id }: DuplicatePage, id: LinkId): void {
    setChoices(new Map([...choices, [page_id, id]]));
  }

  async function merge(page: DuplicatePage, kept: DuplicateLink): Promise<void> {
    setMerging((others) => new Set([...others, page.page_id]));
    focusBeside(page.page_id);
    await dispatch(mergePage(page, kept.id));
    setMerging((all) => new Set([...all].filter((id) => id !== page.page_id)));
  }

  const tools = total > 1 && (
    <button type="button" className="btn btn--plain" aria-haspopup="dialog" onClick={() => setAsksForAll(true)}>
      {t("all.open")}
    </button>
  );

  return (
    <SidePage
      tab={t("tab")}
      title={t("title")}
      text={
        data === undefined ? (
          <i className="shimmer" aria-hidden="true" />
        ) : (
          total > 0 && <p>{t("text", { count: total })}</p>
        )
      }
      tools={tools}
      of={answer}
    >
      {data === undefined && (
        <WaitingList label={t("loading")} className="dups" row="dup dup--waiting" rows={3} lines={3} />
      )}
      {data !== undefined && pages.length === 0 && <NothingTwice />}
      {pages.length > 0 && (
        <ul className="dups" aria-label={t("list")}>
          {pages.map((page) => {
            const kept = keptOf(page, choices);
            return (
              kept !== undefined && (
                <DuplicateGroup
                  key={page.page_id}
                  page={page}
                  keep={kept}
                  isMerging={merging.has(page.page_id)}
                  onKeep={(id) => keep(page, id)}
                  onMerge={() => void merge(page, kept)}
                />
              )
            );
          })}
        </ul>
      )}
      {answer.hasNextPage && (
        <div className="page__more">
          <MoreButton of={answer}>{t("more")}</MoreButton>
        </div>
      )}
      {asksForAll && <MergeAllDialog total={total} choices={choices} onClose={() => setAsksForAll(false)} />}
    </SidePage>
  );
}
