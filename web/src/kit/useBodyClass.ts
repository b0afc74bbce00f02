import { useLayoutEffect } from "react";

/**
 * Puts a class on `body` while something is so, for what stands elsewhere on the page to make room. In place of
 * `body:has(…)`: that has the browser look through the whole page at each row that comes into a list.
 */
export function useBodyClass(name: string, is: boolean): void {
  useLayoutEffect(() => {
    if (!is) return undefined;
    document.body.classList.add(name);
    return () => document.body.classList.remove(name);
  }, [name, is]);
}
