import type { LinkId } from "@satchel/contracts";
import { useEffect, useRef, useState } from "react";
import { useMoveReadingMutation } from "./reading.api.ts";

/** Milliseconds of rest after which the place is sent: every step would be an event. */
const REST_MS = 2000;

/** The least change that is sent, and from where on an article is done. */
const STEP = 0.01;
const DONE = 0.985;

/** How far the page is scrolled, from 0 to 1; 1 where all of it is seen at once. */
function placeOnPage(): number {
  const length = document.documentElement.scrollHeight - window.innerHeight;
  const place = length <= 0 ? 1 : window.scrollY / length;
  return place >= DONE ? 1 : Math.max(0, Math.round(place * 1000) / 1000);
}

/**
 * How far an article is read, from 0 to 1. It is scrolled to the place that was read last, on whichever device, and the
 * place is sent when it rests, and at the end.
 * @param isShown whether the text is there
 */
export function useProgress(id: LinkId, start: number, isShown: boolean): number {
  const [place, setPlace] = useState(start);
  const [move] = useMoveReadingMutation();
  const sent = useRef(start);

  useEffect(() => {
    if (!isShown) return;
    const length = document.documentElement.scrollHeight - window.innerHeight;
    window.scrollTo(0, start > STEP && start < 1 ? start * length : 0);
    let hasScrolled = false;
    let timer: number | undefined;
    const send = (): void => {
      const now = placeOnPage();
      if (!hasScrolled || Math.abs(now - sent.current) < STEP) return;
      sent.current = now;
      void move({ id, read: now });
    };
    const onScroll = (): void => {
      hasScrolled = true;
      setPlace(placeOnPage());
      window.clearTimeout(timer);
      timer = window.setTimeout(send, REST_MS);
    };
    const onHide = (): void => {
      if (document.visibilityState === "hidden") send();
    };
    // Not the scrolling to the start itself.
    const listening = requestAnimationFrame(() => window.addEventListener("scroll", onScroll, { passive: true }));
    document.addEventListener("visibilitychange", onHide);
    return () => {
      cancelAnimationFrame(listening);
      window.clearTimeout(timer);
      window.removeEventListener("scroll", onScroll);
      document.removeEventListener("visibilitychange", onHide);
      send();
    };
    // Its place at the beginning counts once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [id, isShown, move]);
  return place;
}
