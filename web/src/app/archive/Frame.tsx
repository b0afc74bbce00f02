import type { ReactNode } from "react";
import { useLive } from "../../features/live/useLive.ts";
import { Shell } from "../shell/Shell.tsx";

/** The frame of a page of the archive beside the lists. */
export function Frame({ children }: { children: ReactNode }) {
  useLive();
  return <Shell>{children}</Shell>;
}
