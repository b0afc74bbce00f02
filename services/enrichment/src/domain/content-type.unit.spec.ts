import { describe, expect, it } from "vitest";
import { isAccepted, parseContentType } from "./content-type.ts";

describe("a Content-Type", () => {
  it.each([
    ["text/html", { mediaType: "text/html" }],
    [" Text/HTML ; Charset=UTF-8 ", { mediaType: "text/html", charset: "UTF-8" }],
    ['text/html;charset="shift_jis"', { mediaType: "text/html", charset: "shift_jis" }],
    ["text/html; boundary=x; charset=koi8-r; q=1", { mediaType: "text/html", charset: "koi8-r" }],
    ["text/html; charset=", { mediaType: "text/html" }],
    ["", { mediaType: "" }],
    [";;;", { mediaType: "" }],
    ["text/html; charset=utf-8, text/html", { mediaType: "text/html", charset: "utf-8" }],
    ["html", { mediaType: "" }],
    ["unknown/unknown", { mediaType: "" }],
  ])("%j is %j", (field, parts) => {
    expect(parseContentType(field)).toEqual(parts);
  });
});

describe("a media type", () => {
  it.each([
    ["text/html", ["text/html"], true],
    ["image/png", ["text/html", "image/*"], true],
    ["image/png", ["image/webp", "IMAGE/*;q=0.8"], true],
    ["video/mp4", ["text/html", "*/*; q=0.5"], true],
    ["video/mp4", ["text/html", "image/*"], false],
    ["text/htmlx", ["text/html"], false],
    ["imagex/png", ["image/*"], false],
    ["text/html", [], false],
  ])("%s is in %j: %s", (mediaType, ranges, accepted) => {
    expect(isAccepted(mediaType, ranges)).toBe(accepted);
  });
});
