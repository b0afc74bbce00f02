import Type from "typebox";
import { FolderId, UserId } from "../ids.ts";
import { defineCommand } from "./define.ts";

/**
 * Makes a folder. The name is trimmed and judged by the service. With `orExisting`, a folder of that name in that place is
 * the answer instead of an error: that is how mail to `save+name@` finds its folder.
 */
export const CreateFolder = defineCommand(
  "folders",
  "create",
  Type.Object({
    userId: UserId,
    name: Type.String({ maxLength: 1000 }),
    parentFolderId: Type.Union([FolderId, Type.Null()]),
    orExisting: Type.Optional(Type.Boolean()),
  }),
  Type.Object({ folderId: FolderId }),
);
