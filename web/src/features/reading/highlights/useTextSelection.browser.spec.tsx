import { expect, test, vi } from "vitest";
import { render } from "vitest-browser-react";
import { readShownText } from "./shownText.ts";
import { useTextSelection } from "./useTextSelection.ts";

const article = document.createElement("div");
article.innerHTML = "<p>The saddler cuts the hide.</p>";
const shown = readShownText(article);

function Bar() {
  const [selection, { restore }] = useTextSelection(shown);
  if (selection === undefined) return null;
  return <button onFocus={restore}>{shown.text.slice(selection.part.start, selection.part.end)}</button>;
}

test("a selection that ends as the focus goes to its bar, as in Safari, is there again", async () => {
  document.body.append(article);
  await render(<Bar />);
  document.getSelection()?.selectAllChildren(article);
  const button = await vi.waitFor(() => {
    const found = document.querySelector("button");
    if (found === null) throw new Error("no bar");
    return found;
  });
  document.getSelection()?.removeAllRanges();
  button.focus();
  expect(document.getSelection()?.toString()).toBe("The saddler cuts the hide.");
  // What tells of both changes comes later.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(document.activeElement?.textContent).toBe("The saddler cuts the hide.");
});
