import { isBusy } from "../../kit/hooks.ts";
import { isField, write } from "./write.ts";

/** What was pressed and pasted before anybody listened. */
const early: { readonly target: EventTarget | null; readonly again: Event }[] = [];
let isHeard = false;

function keep(event: KeyboardEvent | ClipboardEvent): void {
  if (isHeard || isBusy(event.target)) return;
  if (event instanceof KeyboardEvent) {
    const { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing } = event;
    const stroke = { key, code, ctrlKey, metaKey, altKey, shiftKey, repeat, isComposing };
    early.push({
      target: event.target,
      again: new KeyboardEvent("keydown", { ...stroke, bubbles: true, cancelable: true }),
    });
  } else {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", event.clipboardData?.getData("text/plain") ?? "");
    early.push({
      target: event.target,
      again: new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
    });
  }
}

/** Keeps keys and pastes until what listens to them has come. Gives the function that ends it. */
export function keepEarly(): () => void {
  if (isHeard) return () => undefined;
  window.addEventListener("keydown", keep);
  document.addEventListener("paste", keep);
  return () => {
    window.removeEventListener("keydown", keep);
    document.removeEventListener("paste", keep);
  };
}

/** Whether an event is of a key that writes a character. */
const isWriting = (event: Event): event is KeyboardEvent =>
  event instanceof KeyboardEvent && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;

/** Says them again, now that somebody listens: one after the other, for the first may ask for what the next is meant for. */
export async function hearEarly(): Promise<void> {
  isHeard = true;
  const before = document.activeElement;
  for (const { target, again } of early.splice(0)) {
    const isThere = target instanceof Node && target.isConnected;
    const field = document.activeElement;
    // A key before it has put the focus into a field, as / does: what follows was meant for that.
    if (field !== before && isField(field) && isWriting(again)) write(field, again.key);
    else (isThere ? target : document.body).dispatchEvent(again);
    await new Promise<void>((resolve) => window.setTimeout(resolve));
  }
}
