import type { ReactNode } from "react";
import { CapturesPage as Captures } from "../../features/captures/CapturesPage.tsx";
import { DeletedPage as Deleted } from "../../features/deleted/DeletedPage.tsx";
import { useLive } from "../../features/live/useLive.ts";
import { TagsPage as Tags } from "../../features/tags/TagsPage.tsx";
import { Shell } from "../shell/Shell.tsx";

function Frame({ children }: { children: ReactNode }) {
  useLive();
  return <Shell>{children}</Shell>;
}

export const TagsPage = () => (
  <Frame>
    <Tags />
  </Frame>
);

export const CapturesPage = () => (
  <Frame>
    <Captures />
  </Frame>
);

export const DeletedPage = () => (
  <Frame>
    <Deleted />
  </Frame>
);
