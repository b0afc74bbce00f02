import { texts } from "@satchel/contracts";
import { getUser, type Route } from "@satchel/contracts/routes";
import { type MouseEvent, type ReactNode, useRef } from "react";
import type { AppThunk } from "../kit/state.ts";
import { useAppDispatch } from "../kit/state.ts";
import { pathOf, request } from "../kit/transport/call.ts";
import { errorShown } from "../kit/toasts.slice.ts";

/** Whether there is a session, renewed where it had to be: a download that the browser makes itself can't do that. */
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

/** A file of the server's, written to disk by the browser while it comes, however large it is. */
export function DownloadLink({ operation, params = {}, className, children }: DownloadLinkProps) {
  const dispatch = useAppDispatch();
  const isReady = useRef(false);

  async function prepare(link: HTMLAnchorElement): Promise<void> {
    isReady.current = await dispatch(readySession());
    if (isReady.current) link.click();
    else dispatch(errorShown(texts.unexpected));
    isReady.current = false;
  }

  function onClick(event: MouseEvent<HTMLAnchorElement>): void {
    if (isReady.current) return;
    event.preventDefault();
    void prepare(event.currentTarget);
  }

  return (
    <a className={className} href={pathOf({ operation, params })} download onClick={onClick}>
      {children}
    </a>
  );
}
