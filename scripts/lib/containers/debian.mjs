import { existsSync } from "node:fs";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { aptInstall } from "../apt.mjs";
import { isThere, once, sh } from "./shell.mjs";

/** The release whose packages are used: an older one has an engine that Compose refuses (Docker 25 is needed). */
const RELEASE = "trixie";
const KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg";
/** The engine, and two programs of base images. */
const PACKAGES = [
  "docker.io",
  "docker-cli",
  "containerd",
  "docker-compose",
  "docker-buildx",
  "tini",
  "nats-server",
  "busybox-static",
];
/** Programs of the machine itself, and the package of each. runc of a newer release may want another C library. */
const PROGRAMS = {
  debootstrap: "debootstrap",
  runc: "runc",
  iptables: "iptables",
  ip: "iproute2",
  setcap: "libcap2-bin",
};

/** Whether this machine can take packages of Debian: it has apt, with a source and the keys of Debian. */
export const hasDebian = () => isThere("apt-get") && isThere("dpkg") && existsSync(KEYRING);

/** The mirror that apt of this machine uses. @throws when it has none of Debian */
export async function mirror() {
  const ask = () =>
    sh("apt-get", [
      "indextargets",
      "Created-By: Packages",
      "Origin: Debian",
      "Label: Debian",
      "--format",
      "$(REPO_URI)",
    ]);
  let found = await ask();
  if (found === "") {
    await sh("apt-get", ["update"]);
    found = await ask();
  }
  const [first] = found.split("\n");
  if (first === "") throw new Error("apt of this machine has no source of Debian");
  return first;
}

/** Installs what the machine lacks of its own programs. @returns the name of one that can't be had; undefined where all are there */
export async function missingProgram() {
  for (const [program, name] of Object.entries(PROGRAMS)) {
    if (!isThere(program) && !(await aptInstall(program, name))) return program;
  }
  return undefined;
}

/** Unpacks the programs of Debian's packages into the cache; nothing is installed. @returns the folder that holds `usr` */
export const unpackedPackages = () => unpacked("packages", PACKAGES);

/** The programs that connect pods of Kubernetes, unpacked in the same way. */
export const unpackedPlugins = () => unpacked("plugins", ["containernetworking-plugins"]);

const unpacked = (name, packages) =>
  once(`${name}-${RELEASE}`, `Unpacking Debian's ${packages.join(", ")}`, async (folder) => {
    const apt = join(folder, "apt");
    await mkdir(join(apt, "lists/partial"), { recursive: true });
    await mkdir(join(apt, "cache/archives/partial"), { recursive: true });
    await writeFile(join(apt, "sources.list"), `deb [signed-by=${KEYRING}] ${await mirror()} ${RELEASE} main\n`);
    const config = join(apt, "apt.conf");
    const lines = {
      "Dir::Etc::sourcelist": join(apt, "sources.list"),
      "Dir::Etc::sourceparts": "/dev/null",
      "Dir::State::lists": join(apt, "lists"),
      "Dir::Cache": join(apt, "cache"),
      "APT::Sandbox::User": "root",
    };
    await writeFile(
      config,
      Object.entries(lines)
        .map(([name, value]) => `${name} "${value}";\n`)
        .join(""),
    );
    const options = { cwd: apt, env: { ...process.env, APT_CONFIG: config } };
    await sh("apt-get", ["update"], options);
    await sh("apt-get", ["download", ...packages.map((one) => `${one}/${RELEASE}`)], options);
    for (const file of await readdir(apt)) {
      if (file.endsWith(".deb")) await sh("dpkg", ["-x", join(apt, file), folder]);
    }
    await rm(apt, { recursive: true });
  });

/** A small system of that release, as debootstrap makes it. @returns its folder */
export const smallSystem = () =>
  once(`system-${RELEASE}`, `Making a small Debian (${RELEASE})`, async (folder) => {
    // Mounts that it makes end with it, also when it is killed.
    await sh("unshare", [
      "--mount",
      "debootstrap",
      "--variant=minbase",
      "--include=ca-certificates",
      RELEASE,
      folder,
      await mirror(),
    ]);
    await sh("chroot", [folder, "apt-get", "clean"]);
    await rm(join(folder, "var/lib/apt/lists"), { recursive: true });
    await mkdir(join(folder, "var/lib/apt/lists/partial"), { recursive: true });
  });
