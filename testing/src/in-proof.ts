import { test } from "vitest";
import { isProof } from "./repetitions.ts";

/** A test that is there in `npm run prove:durability` alone: it takes long, and what it is about has another in `npm test`. */
export function inProof(name: string, run: () => Promise<void>): void {
  if (isProof()) test(name, run);
}
