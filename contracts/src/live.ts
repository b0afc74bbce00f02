import Type, { type Static } from "typebox";

/** What a projector tells on `progress.<projection>.<partition>` after each commit. */
export const Progress = Type.Object({ sequence: Type.Integer({ minimum: 0 }) });
export type Progress = Static<typeof Progress>;

/** What a projector tells on `live.<userId>.<projection>` after each commit: the keys of what changed. */
export const Changes = Type.Object({ ids: Type.Array(Type.Union([Type.String(), Type.Integer()])) });
export type Changes = Static<typeof Changes>;
