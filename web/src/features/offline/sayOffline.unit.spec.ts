import { configureStore } from "@reduxjs/toolkit";
import { texts } from "@satchel/contracts";
import { expect, test } from "vitest";
import { errorShown, selectToasts, toasts } from "../../kit/toasts.slice.ts";
import { session, signedIn, signedOut } from "../../session/session.slice.ts";
import { connection, connectionLost, connectionRestored, sayOffline } from "./offline.slice.ts";

const given = () =>
  configureStore({
    reducer: { connection: connection.reducer, session: session.reducer, toasts: toasts.reducer },
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

test("given a session that has ended, then it is not told that something failed, until somebody has signed out or in", () => {
  const store = given();
  const said = () => selectToasts(store.getState()).length;
  store.dispatch(signedIn());
  store.dispatch(signedOut());
  store.dispatch(errorShown(texts.unexpected));
  expect(said()).toBe(0);
  store.dispatch(signedOut("left"));
  store.dispatch(errorShown(texts.unexpected));
  expect(said()).toBe(1);
});
