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
