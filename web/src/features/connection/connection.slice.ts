import { createSlice } from "@reduxjs/toolkit";

/** Whether the server answers. Lost once a call got no answer, there again once one did. */
export const connection = createSlice({
  name: "connection",
  initialState: { isLost: false },
  reducers: {
    connectionLost: (state) => {
      state.isLost = true;
    },
    connectionRestored: (state) => {
      state.isLost = false;
    },
  },
  selectors: { selectIsOffline: (state) => state.isLost },
});

export const { connectionLost, connectionRestored } = connection.actions;
export const { selectIsOffline } = connection.selectors;

declare module "../../kit/state.ts" {
  interface RootState {
    connection: ReturnType<typeof connection.reducer>;
  }
}
