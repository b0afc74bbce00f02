import { combineReducers } from "@reduxjs/toolkit";
import { expect, test, vi } from "vitest";
import { signedOut } from "../session/session.slice.ts";
import { aLink } from "./aLink.ts";
import { arrivals, dialogOpened, linkDialog, linksArrived, listShown, shownList } from "./list.slice.ts";
import { choosingStarted, linkToggled, selection } from "./selection/selection.slice.ts";

test("given a session that ends, then neither its open dialog, its selection, its list nor what came in is there in the next one", () => {
  vi.stubGlobal("localStorage", { getItem: () => null });
  const reduce = combineReducers({
    arrivals: arrivals.reducer,
    linkDialog: linkDialog.reducer,
    selection: selection.reducer,
    shownList: shownList.reducer,
  });
  const link = aLink("link0");
  const first = reduce(undefined, { type: "start" });
  const used = [
    dialogOpened({ kind: "move", link }),
    linksArrived(3),
    listShown({ q: "bank" }),
    choosingStarted(),
    linkToggled(link.id),
  ].reduce(reduce, first);
  expect(reduce(used, signedOut())).toEqual(first);
  vi.unstubAllGlobals();
});
