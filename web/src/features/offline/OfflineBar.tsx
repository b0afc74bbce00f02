import { CloudOff } from "lucide-react";
import { getStatus } from "@satchel/contracts/routes";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { connectionLost, connectionRestored, selectIsOffline } from "./offline.slice.ts";
import { loadPart } from "../../kit/parts/loadPart.ts";
import { part } from "../../kit/parts/part.tsx";
import { selectWaiting } from "../../links/list.slice.ts";
import { resume } from "../../session/session.api.ts";
import { selectStatus } from "../../session/session.slice.ts";
import { useAppDispatch, useAppSelector } from "../../kit/state.ts";
import "./offline.css";

/** Milliseconds until a probe counts as failed. */
const PROBE_MS = 10_000;

/** Asks what every page asks first: a proxy without its server, and a server that is starting, answer with 502 to 504. */
const isReachable = async (): Promise<boolean> => {
  try {
    const { status } = await fetch(getStatus.path, { cache: "no-store", signal: AbortSignal.timeout(PROBE_MS) });
    return status < 500;
  } catch {
    return false;
  }
};

/** Probes the server while it is unreachable. @returns whether it is */
function useConnection(): boolean {
  const dispatch = useAppDispatch();
  const isOffline = useAppSelector(selectIsOffline);

  useEffect(() => {
    if (!isOffline) {
      const ask = async (): Promise<void> => void ((await isReachable()) || dispatch(connectionLost()));
      const onOffline = (): void => void ask();
      window.addEventListener("offline", onOffline);
      return () => window.removeEventListener("offline", onOffline);
    }
    const probing = probe({
      isReachable,
      onReached: () => dispatch(connectionRestored()),
      setTimeout: (callback, ms) => window.setTimeout(callback, ms),
      clearTimeout: (timer) => window.clearTimeout(timer as number),
    });
    window.addEventListener("online", probing.askNow);
    return () => {
      window.removeEventListener("online", probing.askNow);
      probing.stop();
    };
  }, [isOffline, dispatch]);

  return isOffline;
}

const Waiting = part("offline/Waiting", async () => (await import("./Waiting.tsx")).Waiting, {
  isLater: true,
  texts: ["offline"],
});

/** Shown while the server is unreachable; afterwards the page is refetched, or the session checked. */
export function OfflineBar() {
  const { t } = useTranslation("kit", { keyPrefix: "connection" });
  const dispatch = useAppDispatch();
  const isSignedIn = useAppSelector(selectStatus) === "verified";
  const isOffline = useConnection();
  const hasWaiting = useAppSelector((state) => selectWaiting(state) > 0) && isSignedIn;
  const wasOffline = useRef(false);

  // Loaded in advance: without a network and a service worker it could not be loaded.
  useEffect(() => {
    if (isSignedIn) Waiting.load().catch(() => undefined);
  }, [isSignedIn]);

  useEffect(() => {
    if (wasOffline.current && !isOffline) {
      // With unsent changes, the refetch follows their sending.
      if (isSignedIn && !hasWaiting) {
        loadPart("links/refresh", () => import("../../links/refresh.ts"))
          .then(({ refreshAll }) => dispatch(refreshAll()))
          .catch(() => undefined);
      }
      // The session could not be checked before.
      else if (!isSignedIn) void dispatch(resume());
    }
    wasOffline.current = isOffline;
  }, [isOffline, isSignedIn, hasWaiting, dispatch]);

  return (
    <div className="offline" role="status">
      {(isOffline || hasWaiting) && (
        <p>
          {isOffline && <CloudOff className="icon icon-m" />}
          <span>
            {isOffline && t(isSignedIn ? "lost" : "lostOutside")} {isSignedIn && <Waiting isOffline={isOffline} />}
          </span>
        </p>
      )}
    </div>
  );
}

interface ProbeOptions {
  /** Whether the server answers now. Never rejects. */
  readonly isReachable: () => Promise<boolean>;
  /** Called when it answers again. */
  readonly onReached: () => void;
  readonly setTimeout: (callback: () => void, ms: number) => unknown;
  readonly clearTimeout: (timer: unknown) => void;
}

/** Milliseconds between two probes, doubled from the first to the last. */
const FIRST_MS = 1000;
const LAST_MS = 30_000;

/** When the server was last reached, and the pause from then on: it is not asked more often if it goes away again at once. */
let reached = { at: 0, pause: FIRST_MS };

/**
 * Probes the server repeatedly with increasing pauses. `askNow` probes at once, for instance when the browser reports a
 * network, and restarts with short pauses. `stop` ends it.
 */
export function probe(options: ProbeOptions): { readonly askNow: () => void; readonly stop: () => void } {
  let delay = Date.now() - reached.at < LAST_MS ? reached.pause : FIRST_MS;
  let timer: unknown;
  let stopped = false;
  let asking = false;

  async function ask(): Promise<void> {
    if (stopped || asking) return;
    asking = true;
    const isReached = await options.isReachable();
    asking = false;
    if (stopped) return;
    if (isReached) {
      stopped = true;
      reached = { at: Date.now(), pause: Math.min(delay * 2, LAST_MS) };
      options.onReached();
      return;
    }
    timer = options.setTimeout(() => void ask(), delay);
    delay = Math.min(delay * 2, LAST_MS);
  }

  timer = options.setTimeout(() => void ask(), delay);
  return {
    askNow: () => {
      options.clearTimeout(timer);
      delay = FIRST_MS;
      void ask();
    },
    stop: () => {
      stopped = true;
      options.clearTimeout(timer);
    },
  };
}
