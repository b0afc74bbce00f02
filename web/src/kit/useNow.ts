import { useEffect, useState } from "react";

const MINUTE = 60_000;

/** The time, renewed every minute: as fine as the page ever says it. */
export function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(new Date()), MINUTE);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
