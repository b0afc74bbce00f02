import { skipToken } from "@reduxjs/toolkit/query";
import type { ReactNode } from "react";
import { useLive } from "../../features/live/useLive.ts";
import { useAppSelector } from "../../kit/state.ts";
import { selectShownList } from "../../links/list.slice.ts";
import { useLinkListQuery } from "../../links/lists.api.ts";
import { Shell } from "../shell/Shell.tsx";

const nothing = () => ({});

/** The frame of a page of the archive beside the lists. The list that was shown before stays loaded for the way back. */
export function Frame({ children }: { children: ReactNode }) {
  useLive();
  useLinkListQuery(useAppSelector(selectShownList) ?? skipToken, { selectFromResult: nothing });
  return <Shell>{children}</Shell>;
}
