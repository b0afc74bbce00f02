import { pathOf } from "@satchel/client/request";
import { texts } from "@satchel/contracts";
import { getUser, type Route } from "@satchel/contracts/routes";
import { type MouseEvent, type ReactNode, useRef, useState } from "react";
import type { AppThunk } from "../kit/state.ts";
import { useAppDispatch } from "../kit/state.ts";
import { request } from "../kit/transport/transport.ts";
import { errorShown } from "../kit/toasts.slice.ts";

/** Renews the session if necessary, which a download by the browser itself can't do. */
const readySession =
  (): AppThunk<Promise<boolean>> =>
  async (_dispatch, _getState, { transport }) =>
    (await request(transport, { operation: getUser })).problem === undefined;

interface DownloadLinkProps {
  readonly operation: Route;
  readonly params?: Readonly<Record<string, string>>;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A link to a file of any size, which the browser itself downloads to disk. */
export function DownloadLink({ operation, params = {}, className, children }: DownloadLinkProps) {
  const dispatch = useAppDispatch();
  const isReady = useRef(false);
  const [isPreparing, setPreparing] = useState(false);

  async function prepare(link: HTMLAnchorElement): Promise<void> {
    setPreparing(true);
    isReady.current = await dispatch(readySession());
    if (isReady.current) link.click();
    else dispatch(errorShown(texts.unexpected));
    isReady.current = false;
    setPreparing(false);
  }

  function onClick(event: MouseEvent<HTMLAnchorElement>): void {
    if (isReady.current) return;
    event.preventDefault();
    if (!isPreparing) void prepare(event.currentTarget);
  }

  return (
    <a className={className} href={pathOf({ operation, params })} download aria-busy={isPreparing} onClick={onClick}>
      {children}
    </a>
  );
}
