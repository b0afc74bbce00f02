import { expect, it } from "vitest";
import { errorShown, toastDismissed, toasts } from "./toasts.slice.ts";

const after = (...actions: Parameters<typeof toasts.reducer>[1][]) =>
  actions.reduce(toasts.reducer, undefined)?.shown.map((toast) => toast.text);

it("errors are shown one below the other, the same one once", () => {
  expect(after(errorShown("a"), errorShown("b"), errorShown("a"))).toEqual(["b", "a"]);
});

it("a dismissed error is gone", () => {
  expect(after(errorShown("a"), errorShown("b"), toastDismissed(1))).toEqual(["b"]);
});
