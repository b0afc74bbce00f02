import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isThere, once, sh } from "./shell.mjs";

/** Apache-2.0. It is in the image that Compose names, and no part of Satchel. */
const VERSION = "v2.11.9";
const MODULE = "github.com/caddyserver/caddy/v2";
const PROGRAM = `package main

import (
	caddycmd "${MODULE}/cmd"

	_ "${MODULE}/modules/standard"
)

func main() { caddycmd.Main() }
`;

export const canBuildCaddy = () => isThere("go");

/** Builds Caddy with Go. @returns the folder that it is in */
export const builtCaddy = () =>
  once(`caddy-${VERSION}`, `Building Caddy ${VERSION} with Go (minutes)`, async (folder) => {
    await writeFile(join(folder, "main.go"), PROGRAM);
    const go = (...args) => sh("go", args, { cwd: folder, env: { ...process.env, CGO_ENABLED: "0" } });
    await go("mod", "init", "caddy");
    await go("get", `${MODULE}@${VERSION}`);
    await go("mod", "tidy");
    await go("build", "-trimpath", "-ldflags", "-s -w", "-o", "caddy", ".");
  });
