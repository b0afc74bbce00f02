import { type LinkId, SHARE_NAME_CHARS, SHARE_NAME_CHARS_MIN } from "@satchel/contracts";
import type { FeedFormat } from "../feeds/addresses.ts";

/** The last part of an address, public or random. */
const NAME = new RegExp(`^[\\w-]{${SHARE_NAME_CHARS_MIN},${SHARE_NAME_CHARS}}$`);

export const isShareName = (text: string): boolean => NAME.test(text);

/** The path under which something shared is seen; its pictures and its feed are below it. */
export const sharePath = (name: string): string => `/s/${name}`;

export const shareFeedPath = (name: string, format: FeedFormat): string => `${sharePath(name)}/feed.${format}`;

/** @param version changes with the picture */
export const sharedPicturePath = (name: string, id: LinkId, version: string, size: "small" | "large"): string =>
  `${sharePath(name)}/pictures/${id}?size=${size}&v=${version}`;

export const sharedIconPath = (name: string, id: LinkId, version: string | undefined): string =>
  `${sharePath(name)}/icons/${id}${version === undefined ? "" : `?v=${version}`}`;
