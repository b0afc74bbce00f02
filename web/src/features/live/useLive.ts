import type { LinkId, LiveEvent } from "@satchel/contracts";
import { getHealth, getUser, streamEvents } from "@satchel/contracts/routes";
import { useEffect } from "react";
import { api } from "../../session/api.ts";
import { type AppThunk, useAppDispatch } from "../../kit/state.ts";
import { request } from "../../kit/transport/call.ts";
import { coalesce, followEvents, heardBefore, keepHeard } from "./stream.ts";
import { refetchFailed, refreshAll, refreshLinks } from "../../links/refresh.ts";

const pathOf = (lastEventId: string): string =>
  lastEventId === ""
    ? streamEvents.path
    : `${streamEvents.path}?${new URLSearchParams({ last_event_id: lastEventId }).toString()}`;

/** Whether nothing was heard since the page began: only then all answers came after what an earlier page heard. */
let isFirst = true;

/** Brings what is shown up to date with what the server tells. Gives the function that ends it. */
const followLive =
  (): AppThunk<() => void> =>
  (dispatch, _getState, { transport, archive }) => {
    // What was kept for reading offline is older than what was heard.
    const since = isFirst && !archive.wasRead() ? heardBefore() : "";
    isFirst = false;
    // Else the server sends `hello`, and everything is refetched.
    if (since !== "") void dispatch(refetchFailed());
    const refresh = coalesce<LinkId | "all">(
      (changed) => dispatch(changed.has("all") ? refreshAll() : refreshLinks(changed as ReadonlySet<LinkId>)),
      (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
    );

    function onEvent(event: LiveEvent, id: string): void {
      keepHeard(id);
      switch (event.type) {
        // Where nothing was heard before: what happened between reading the list and opening the stream was told to
        // nobody. Later only where the server can't name what was missed.
        case "hello":
          return refresh(["all"]);
        case "links":
          return refresh(event.ids);
        case "folders":
          return void dispatch(api.util.invalidateTags(["Folders"]));
        // Only how far they are; the links they bring are told as links.
        case "imports":
          return void dispatch(api.util.invalidateTags(event.ids.map((id) => ({ type: "Imports" as const, id }))));
        case "captures":
          return void dispatch(api.util.invalidateTags(["Captures"]));
        case "account":
          return void dispatch(api.util.invalidateTags(["Addresses", "User"]));
      }
    }

    return followEvents({
      open: (lastEventId) => new EventSource(pathOf(lastEventId)),
      since,
      onEvent,
      // Any call that needs the session will do: the transport renews it, or says that it is over.
      checkSession: async () => void (await request(transport, { operation: getUser })),
      // Whether the server is there at all is told by the transport.
      onBroken: () => void request(transport, { operation: getHealth }),
      setTimeout: (callback, ms) => window.setTimeout(callback, ms),
    });
  };

/** Follows the live events while the component is there. */
export function useLive(): void {
  const dispatch = useAppDispatch();
  useEffect(() => dispatch(followLive()), [dispatch]);
}
