import { expect, test } from "vitest";
import { parseS3Url } from "./s3-address.ts";

test.each([
  [
    "https://key:secret@s3.example/satchel?region=eu-central-1",
    { url: "https://s3.example/satchel", region: "eu-central-1", key: "key", secret: "secret" },
  ],
  [
    "http://k:s%2Fx@127.0.0.1:9000/copies/",
    { url: "http://127.0.0.1:9000/copies", region: "us-east-1", key: "k", secret: "s/x" },
  ],
  ["https://s3.example/satchel", undefined],
  ["https://key:secret@s3.example/", undefined],
  ["https://key:secret@s3.example/a/b", undefined],
  ["ftp://key:secret@s3.example/satchel", undefined],
  ["https://key:100%@s3.example/satchel", undefined],
  ["satchel", undefined],
])("given BLOB_URL %s, then it names %j", (text, address) => {
  expect(parseS3Url(text)).toEqual(address);
});
