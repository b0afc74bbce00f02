import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { Worker, type WorkerOptions } from "node:worker_threads";
import { PARSER_HEAP_MB, PARSER_YOUNG_HEAP_MB } from "../limits.ts";

const fromSource = import.meta.url.endsWith(".ts");
const entry = new URL(`./reader-thread${fromSource ? ".ts" : ".js"}`, import.meta.url);

/** Starts a thread of {@link file://./reader-thread.ts}. In development and tests it runs from source, like everything else. */
export function startThread(): Worker {
  const options: WorkerOptions = {
    resourceLimits: { maxOldGenerationSizeMb: PARSER_HEAP_MB, maxYoungGenerationSizeMb: PARSER_YOUNG_HEAP_MB },
  };
  if (!fromSource) return new Worker(entry, options);
  // tsx does not reach into threads by itself.
  const tsx = new URL("./index.mjs", pathToFileURL(createRequire(import.meta.url).resolve("tsx/esm/api"))).href;
  const code = `import(${JSON.stringify(tsx)}).then((tsx) => { tsx.register(); return import(${JSON.stringify(entry.href)}); })`;
  return new Worker(code, { ...options, eval: true, execArgv: ["--conditions=@satchel/source"] });
}
