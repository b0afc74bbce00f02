/** Milliseconds between two checks of the parent. */
const WATCH_MS = 250;

/**
 * Sends this process a SIGTERM when its parent has ended. npm runs scripts in a shell. A signal to npm ends that shell, which
 * does not forward it, so Satchel would keep running after `npm start`.
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
