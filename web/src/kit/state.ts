import type { ThunkDispatch, UnknownAction } from "@reduxjs/toolkit";
import { useDispatch, useSelector } from "react-redux";
import type { Transport } from "./transport/transport.ts";

/**
 * The state of the store. Each slice adds its part where it is defined (`declare module`), so that what is below knows of
 * nothing above; `app/store.ts` puts all of them together.
 */
// oxlint-disable-next-line typescript/no-empty-interface
export interface RootState {}

/** What thunks reach besides the store. What is kept for reading offline is added by `session/archive.ts`. */
export interface Environment {
  readonly transport: Transport;
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
