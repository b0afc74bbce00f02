import type { Plugin } from "vite";

/** How React says how long it still holds back what was waited for: until 300 ms after something else stood in its place. */
const PAUSE = "globalMostRecentFallbackTime + 300 - now()";

/**
 * React without that pause. Every dialog, panel and form that is loaded when it is first asked for came 300 ms late by it,
 * and what was typed meanwhile went to the page's keys.
 * @throws when React says it in other words
 */
export function withoutPause(code: string): string {
  const [before, after, ...more] = code.split(PAUSE);
  if (before === undefined || after === undefined || more.length > 0) throw new Error(`React has not one "${PAUSE}"`);
  return `${before}0${after}`;
}

/** Shows what was waited for as soon as it is there: what stands in its place has the final size, or is nothing. */
export function promptReact(): Plugin {
  return {
    name: "satchel:prompt-react",
    apply: "build",
    transform: {
      filter: { id: /\/react-dom-client\.production\.js$/ },
      handler: (code) => withoutPause(code),
    },
  };
}
