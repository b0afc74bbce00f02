import { texts } from "@satchel/contracts";
import { useEffect, useState } from "react";
import { useAppDispatch } from "./state.ts";
import { errorShown } from "./toasts.slice.ts";

/** Milliseconds that "Copied" stands (specification, section 9). */
const COPIED_MS = 1500;

/** Copies a text to the clipboard, and says for a moment that it did. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const dispatch = useAppDispatch();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return;
    const timer = window.setTimeout(() => setCopied(false), COPIED_MS);
    return () => window.clearTimeout(timer);
  }, [copied]);

  async function write(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      dispatch(errorShown(texts.unexpected));
    }
  }

  return { copied, copy: (text) => void write(text) };
}
