import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useDispatch, useSelector } from "react-redux";
import type { Transport } from "./transport/transport.ts";

/**
 * The state of the store. Each slice adds its part where it is defined (`declare module`), so that lower layers don't depend
 * on higher ones; `app/store.ts` combines them.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface RootState {}

/** The environment of thunks. `session/archive.ts` adds the archive for reading offline. */
export interface Environment {
  readonly transport: Transport;
  /** The id of the event from which live events continue, once; "": unknown. */
  eventId: string;
}

export type AppDispatch = ThunkDispatch<RootState, Environment, UnknownAction>;

/** A thunk of the page's store. */
export type AppThunk<Result = void> = (
  dispatch: AppDispatch,
  getState: () => RootState,
  environment: Environment,
) => Result;

export const useAppDispatch = useDispatch.withTypes<AppDispatch>();
export const useAppSelector = useSelector.withTypes<RootState>();
