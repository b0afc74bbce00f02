import type { LinkId, LiveEvent } from "@satchel/contracts";
import { getHealth, getUser, streamEvents } from "@satchel/contracts/routes";
import { useEffect } from "react";
import { api } from "../../session/api.ts";
import { type AppThunk, useAppDispatch } from "../../kit/state.ts";
import { request } from "../../kit/transport/transport.ts";
import { coalesce, eventStream } from "./stream.ts";
import { refetchFailed, refreshAll, refreshLinks } from "../../links/refresh.ts";

const pathOf = (lastEventId: string): string =>
  lastEventId === ""
    ? streamEvents.path
    : `${streamEvents.path}?${new URLSearchParams({ last_event_id: lastEventId }).toString()}`;

/** Applies the server's live events to the page, while it is shown. @returns the function that ends it */
const followLive = (): AppThunk<() => void> => (dispatch, _getState, environment) => {
  const { transport, archive } = environment;
  // Stored answers for reading offline may be older.
  const since = archive.wasRead() ? "" : environment.eventId;
  environment.eventId = "";
  // Without an id the server sends `hello`, and everything is refetched.
  if (since !== "") void dispatch(refetchFailed());
  const refresh = coalesce<LinkId | "all">(
    (changed) => dispatch(changed.has("all") ? refreshAll() : refreshLinks(changed as ReadonlySet<LinkId>)),
    (ms) => new Promise((resolve) => window.setTimeout(resolve, ms)),
  );

  function onEvent(event: LiveEvent): void {
    switch (event.type) {
      // At the start: changes between loading the list and opening the stream are unknown. Later: the server can't
      // tell what was missed.
      case "hello":
        return refresh(["all"]);
      case "links":
        dispatch(api.util.invalidateTags(["Saves"]));
        return refresh(event.ids);
      case "folders":
        return void dispatch(api.util.invalidateTags(["Folders"]));
      // Only their progress; their links have events of their own.
      case "imports":
        dispatch(api.util.invalidateTags(["Saves"]));
        return void dispatch(api.util.invalidateTags(event.ids.map((id) => ({ type: "Imports" as const, id }))));
      case "captures":
        return void dispatch(api.util.invalidateTags(["Captures"]));
      case "account":
        return void dispatch(api.util.invalidateTags(["Addresses", "User", "Shares", "Captures"]));
    }
  }

  const stream = eventStream({
    open: (lastEventId) => new EventSource(pathOf(lastEventId)),
    since,
    onEvent,
    // Any call that needs the session: the transport refreshes it, or reports its end.
    checkSession: async () => void (await request(transport, { operation: getUser })),
    // The transport reports whether the server answers.
    onBroken: () => void request(transport, { operation: getHealth }),
    setTimeout: (callback, ms) => window.setTimeout(callback, ms),
  });
  // Without TLS a browser has six connections to a server: with a stream in each of six tabs, nothing else would be answered.
  const followShown = (): void => (document.visibilityState === "hidden" ? stream.close() : stream.open());
  followShown();
  document.addEventListener("visibilitychange", followShown);
  return () => {
    document.removeEventListener("visibilitychange", followShown);
    stream.close();
  };
};

/** Follows the live events while the component is mounted. */
export function useLive(): void {
  const dispatch = useAppDispatch();
  useEffect(() => dispatch(followLive()), [dispatch]);
}
