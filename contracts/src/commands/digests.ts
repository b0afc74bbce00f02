import Type from "typebox";
import { Nullable } from "../fields.ts";
import { DigestTimes } from "../events/digests.ts";
import { Instant, UserId } from "../ids.ts";
import { defineCommand } from "./define.ts";

const Token = Type.String({ maxLength: 100 });

/** Chooses when an account gets its digest. `rejected` for a zone that is not known. @returns when the next one comes */
export const ChooseDigest = defineCommand(
  "identity",
  "choose-digest",
  { userId: UserId, ...DigestTimes.properties },
  Type.Object({ nextAt: Nullable(Instant) }),
);

/** Stops the digest that the token of a mail is for; nothing happens where there is none. `not-found` for any other token. */
export const StopDigest = defineCommand("identity", "stop-digest", { token: Token });

/** A digest came back to the address with this token. `not-found` for any other token. */
export const NoteDigestBounce = defineCommand("identity", "note-digest-bounce", { token: Token });
