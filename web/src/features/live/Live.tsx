import { NewLinksPill } from "./NewLinksPill.tsx";
import { useLive } from "./useLive.ts";

/** Keeps what is shown up to date with what happens elsewhere, and says what landed above. */
export function Live() {
  useLive();
  return <NewLinksPill />;
}
