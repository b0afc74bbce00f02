import type { LinkId } from "@satchel/contracts";
import { useCallback } from "react";
import { useLocation } from "wouter";
import { useQuery } from "../kit/hooks.ts";

/** Name of the query parameter with the link whose details are shown. */
const PARAM = "link";

/** History state when details are opened for editing. */
export interface DetailState {
  readonly edit?: boolean;
}

export interface Detail {
  readonly openId: LinkId | null;
  readonly open: (id: LinkId, state?: DetailState) => void;
  readonly close: () => void;
}

/** The link whose details are shown: in the address, so that the back button closes them. */
export function useDetail(): Detail {
  const openId = useQuery().get(PARAM) as LinkId | null;
  const [, navigate] = useLocation();

  const open = useCallback(
    (id: LinkId, state?: DetailState) => {
      const { pathname, search } = window.location;
      const query = new URLSearchParams(search);
      const isOther = query.has(PARAM);
      query.set(PARAM, id);
      navigate(`${pathname}?${query}`, { replace: isOther, state });
    },
    [navigate],
  );

  const close = useCallback(() => {
    const { pathname, search } = window.location;
    const query = new URLSearchParams(search);
    query.delete(PARAM);
    navigate(query.size === 0 ? pathname : `${pathname}?${query}`, { replace: true });
  }, [navigate]);

  return { openId, open, close };
}
