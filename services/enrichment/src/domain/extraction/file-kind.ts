import type { MediaType } from "@satchel/contracts";
import { UNNAMED_TYPES } from "../content-type.ts";

/** Types under `application/` whose content is text. */
const TEXTS =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|yaml|toml|javascript|x-(?:sh|yaml|toml|ndjson)|ld\+json)$)/;
const DATA = /json|xml|yaml|toml|csv|tab-separated/;

/** Registered media types (IANA), and unregistered ones in use. */
const BY_TYPE: readonly (readonly [RegExp, MediaType])[] = [
  [/^image\//, "image"],
  [/^video\//, "video"],
  [/^audio\//, "audio"],
  [/^application\/(?:epub\+zip|x-mobipocket-ebook|vnd\.amazon\.(?:mobi8-)?ebook|x-fictionbook(?:\+xml)?)$/, "book"],
  [
    /^application\/(?:msword|rtf|vnd\.(?:ms-(?:word|excel|powerpoint)|openxmlformats-officedocument\.|oasis\.opendocument\.|apple\.(?:pages|numbers|keynote)|visio))|^text\/rtf$/,
    "document",
  ],
  [
    /^application\/(?:zip|x-zip(?:-compressed)?|gzip|x-gzip|x-g?tar|x-compressed(?:-tar)?|x-7z-compressed|vnd\.rar|x-rar(?:-compressed)?|x-bzip2?|x-xz|zstd|x-zstd|java-archive)$/,
    "archive",
  ],
];

const BY_ENDING: ReadonlyMap<string, MediaType> = new Map(
  Object.entries({
    book: "epub mobi azw azw3 fb2",
    document: "doc docx docm dot dotx odt ott rtf pages xls xlsx xlsm ods numbers ppt pptx pps ppsx odp key vsdx",
    archive: "zip 7z rar tar gz tgz bz2 tbz xz txz zst jar",
    video: "mp4 m4v mkv mov avi webm",
    audio: "mp3 m4a m4b flac ogg opus wav",
  } satisfies Partial<Record<MediaType, string>>).flatMap(([kind, endings]) =>
    endings.split(" ").map((ending) => [ending, kind as MediaType] as const),
  ),
);

/** Types that are vaguer than a file's ending: many books and documents are ZIP archives. */
const VAGUE_TYPES: ReadonlySet<string> = new Set([...UNNAMED_TYPES, "application/zip", "application/x-zip-compressed"]);

/** Whether a media type's content is text that can be shown. */
export const isTextType = (contentType: string): boolean =>
  TEXTS.test(contentType) && kindByType(contentType) === undefined;

/**
 * The kind of a file by its media type or, where that is vague, by the ending of its name.
 * @param contentType the media type in lower case without parameters
 */
export function kindOfFile(contentType: string, name: string): MediaType {
  const byEnding = BY_ENDING.get(name.split(".").at(-1)?.toLowerCase() ?? "");
  if (VAGUE_TYPES.has(contentType) && byEnding !== undefined) return byEnding;
  const byType = kindByType(contentType);
  if (byType !== undefined) return byType;
  if (isTextType(contentType)) return DATA.test(contentType) ? "data" : "text";
  return byEnding ?? "file";
}

function kindByType(contentType: string): MediaType | undefined {
  return BY_TYPE.find(([pattern]) => pattern.test(contentType))?.[1];
}
