/** How soon a lost parent is noticed. */
const WATCH_MS = 250;

/**
 * Sends this process a SIGTERM when its parent is gone. npm runs scripts through a shell, and a signal that reaches
 * npm ends that shell, which passes nothing on: without this, Satchel would outlive `npm start`.
 */
export function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, WATCH_MS);
  watch.unref();
}
