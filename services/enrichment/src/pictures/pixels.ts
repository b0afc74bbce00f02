/** A decoded picture: four octets a pixel (red, green, blue, alpha not multiplied in), row by row from the top. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Why a picture is not kept. Stable codes, for the log. */
export type Refusal = "unknown-kind" | "too-many-pixels" | "too-many-scans" | "too-small" | "damaged";

/** A picture that can't be kept; ordinary, because strangers made it. */
export class PictureRefused extends Error {
  readonly reason: Refusal;

  constructor(reason: Refusal) {
    super(reason);
    this.name = "PictureRefused";
    this.reason = reason;
  }
}
