import Type, { type Static } from "typebox";

/**
 * What a projector publishes on `progress.<projection>.<partition>` after each batch: up to which event its tables show all,
 * and their checkpoint, where only events without rows came after it.
 */
export const Progress = Type.Object({
  sequence: Type.Integer({ minimum: 0 }),
  checkpoint: Type.Optional(Type.Integer({ minimum: 0 })),
});
export type Progress = Static<typeof Progress>;

/**
 * What a projector publishes on `live.<userId>.<projection>` after each commit: the keys of changed things, and the sequence
 * of the last event that changed them; without a sequence for what is in no table, such as the progress of imports.
 */
export const Changes = Type.Object({
  ids: Type.Array(Type.Union([Type.String(), Type.Integer()])),
  sequence: Type.Optional(Type.Integer({ minimum: 1 })),
});
export type Changes = Static<typeof Changes>;
