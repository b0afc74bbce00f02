import { PlaceTime } from "@satchel/chassis";
import Type, { type Static } from "typebox";

const Whole = Type.Integer({ minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER });
const place = { at: PlaceTime, position: Whole };
const Place = Type.Object(place);

/** Where a page of results ended. */
export const SearchPlace = Type.Object({
  /** The search that found its last link. */
  stage: Type.Integer({ minimum: 0, maximum: 1 }),
  /** The newest and the oldest of the links that are ranked together; undefined behind them. */
  ranked: Type.Optional(Type.Object({ top: Place, bottom: Place })),
  last: Type.Object({ ...place, rank: Whole }),
  /** Whether similar words are searched, too. */
  near: Type.Boolean(),
});
export type SearchPlace = Static<typeof SearchPlace>;
