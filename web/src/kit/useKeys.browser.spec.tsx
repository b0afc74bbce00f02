import { startTransition } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { useKeys } from "./useKeys.ts";

function Article({ onDelete }: { onDelete: () => void }) {
  useKeys({ "#": onDelete, delete: onDelete });
  return <input aria-label="field" />;
}

const opened = async () => {
  const onDelete = vi.fn();
  return { onDelete, screen: await render(<Article onDelete={onDelete} />) };
};

test.each(["#", "Delete"])("given the key %j, when it is held, then it acts once", async (key) => {
  const { onDelete } = await opened();
  await userEvent.keyboard(`{${key}>3/}`);
  expect(onDelete).toHaveBeenCalledTimes(1);
});

test("given a field, or a key of the browser, then nothing is done", async () => {
  const { onDelete, screen } = await opened();
  await userEvent.keyboard("{Control>}#{/Control}");
  await screen.getByLabelText("field").click();
  await userEvent.keyboard("#{Delete}");
  expect(onDelete).not.toHaveBeenCalled();
});

test("given an article that is just shown, when a key is pressed at once, then it acts on this one", async () => {
  const onDelete = vi.fn();
  function Shown({ name }: { name: string }) {
    useKeys({ delete: () => onDelete(name) });
    return <h1>{name}</h1>;
  }
  const container = document.body.appendChild(document.createElement("div"));
  // As the page renders: what `render` of the tests renders has run its effects when it returns.
  const root = createRoot(container);
  root.render(<Shown name="Tides" />);
  await expect.poll(() => container.textContent).toBe("Tides");
  const shown = new MutationObserver(() =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Delete", bubbles: true })),
  );
  shown.observe(container, { subtree: true, characterData: true, childList: true });
  startTransition(() => root.render(<Shown name="Lighthouses" />));
  await expect.poll(() => container.textContent).toBe("Lighthouses");
  shown.disconnect();
  root.unmount();
  expect(onDelete.mock.calls).toEqual([["Lighthouses"]]);
});
