import type { LinkId } from "@satchel/contracts";
import { useCallback, useLayoutEffect, useRef } from "react";
import { useSearchParams } from "wouter";

/** Name of the parameter of the address that holds the link whose details are shown. */
const PARAM = "link";

/** What the address carries along when details are opened in order to change them. */
export interface DetailState {
  readonly edit?: boolean;
}

export interface Detail {
  readonly openId: LinkId | null;
  readonly open: (id: LinkId, state?: DetailState) => void;
  readonly close: () => void;
}

/** Which link's details are shown: it is in the address, so that the back button closes them. */
export function useDetail(): Detail {
  const [search, setSearch] = useSearchParams();
  const openId = search.get(PARAM) as LinkId | null;
  const latest = useRef({ openId, setSearch });
  useLayoutEffect(() => {
    latest.current = { openId, setSearch };
  });

  const open = useCallback((id: LinkId, state?: DetailState) => {
    const change = (before: URLSearchParams) => {
      const after = new URLSearchParams(before);
      after.set(PARAM, id);
      return after;
    };
    latest.current.setSearch(change, { replace: latest.current.openId !== null, state });
  }, []);

  const close = useCallback(() => {
    const change = (before: URLSearchParams) => {
      const after = new URLSearchParams(before);
      after.delete(PARAM);
      return after;
    };
    latest.current.setSearch(change, { replace: true });
  }, []);

  return { openId, open, close };
}
