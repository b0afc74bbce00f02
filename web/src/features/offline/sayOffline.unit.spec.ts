import { configureStore } from "@reduxjs/toolkit";
import { texts } from "@satchel/contracts";
import { expect, test } from "vitest";
import { errorShown, selectToasts, toasts } from "../../kit/toasts.slice.ts";
import { connection, connectionLost, connectionRestored, sayOffline } from "./offline.slice.ts";

const given = () =>
  configureStore({
    reducer: { connection: connection.reducer, toasts: toasts.reducer },
    middleware: (getDefault) => getDefault().concat(sayOffline),
  });

test("given the server is away, then whatever fails is told to fail because of that, once", () => {
  const store = given();
  store.dispatch(connectionLost());
  store.dispatch(errorShown("Failed to create folder. Please try again."));
  store.dispatch(errorShown(texts.unexpected));
  expect(selectToasts(store.getState()).map(({ text }) => text)).toEqual([texts.offline]);
});

test("given it answers, then what failed is told", () => {
  const store = given();
  store.dispatch(connectionLost());
  store.dispatch(connectionRestored());
  store.dispatch(errorShown(texts.unexpected));
  expect(selectToasts(store.getState()).map(({ text }) => text)).toEqual([texts.unexpected]);
});
