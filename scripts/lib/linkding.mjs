import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { root } from "./root.mjs";
import { run } from "./run.mjs";

/** MIT; it is no part of Satchel, and nothing but `npm run prove:linkding` needs it. */
const VERSION = "1.46.2";
const SOURCE = process.env.LINKDING_SOURCE ?? "https://github.com/sissbruecker/linkding";

/** What its API needs of its dependencies, in the versions of its lock file. */
const PACKAGES = [
  "beautifulsoup4==4.14.3",
  "bleach==6.4.0",
  "bleach-allowlist==1.0.3",
  "django==6.0.7",
  "djangorestframework==3.16.1",
  "huey==2.5.5",
  "markdown==3.10",
  "mozilla-django-oidc==5.0.2",
  "requests==2.33.0",
  "waybackpy==3.0.6",
];

const SUITABLE = "import sys, venv, ensurepip; sys.exit(0 if sys.version_info >= (3, 13) else 1)";
const isSuitable = (python) => spawnSync(python, ["-c", SUITABLE]).status === 0;

const folder = join(root, "node_modules/.cache", `linkding-${VERSION}`);
const source = join(folder, "source");
const python = join(folder, "venv/bin/python");

/**
 * Gets linkding and what it needs, beside the packages of npm, where they are not there yet.
 * @returns {Promise<boolean>} false where they can't be had, after it was said why
 */
export async function ensureLinkding() {
  const done = join(folder, "installed");
  if (existsSync(done)) return true;
  const found = [process.env.PYTHON, "python3", "python3.14", "python3.13"].find((one) => one && isSuitable(one));
  if (found === undefined) {
    console.error("Not run: it needs Python 3.13 or newer, with its modules venv and ensurepip; PYTHON names it.");
    return false;
  }
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  if (!(await getSource())) {
    console.error(
      `Not run: linkding ${VERSION} can't be had from ${SOURCE}; LINKDING_SOURCE names a clone or a folder.`,
    );
    return false;
  }
  const pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...PACKAGES];
  if ((await run(found, ["-m", "venv", join(folder, "venv")])) !== 0 || (await run(python, pip)) !== 0) {
    console.error("Not run: the packages of linkding could not be installed from PyPI.");
    return false;
  }
  await writeFile(done, "");
  return true;
}

/** Clones the version, or copies the folder of one that was unpacked. */
async function getSource() {
  if (existsSync(join(SOURCE, "manage.py"))) await cp(SOURCE, source, { recursive: true });
  else {
    const clone = [
      "-c",
      "advice.detachedHead=false",
      "clone",
      "--quiet",
      "--depth",
      "1",
      "--branch",
      `v${VERSION}`,
      SOURCE,
      source,
    ];
    if ((await run("git", clone)) !== 0) return false;
  }
  return existsSync(join(source, "manage.py"));
}

/** One key for the API and the feeds, as an API token of this product is. */
const ADD_TOKEN = `
from django.contrib.auth.models import User
from bookmarks.models import ApiToken, FeedToken
anna = User.objects.create(username="anna")
key = ApiToken.objects.create(user=anna, name="proof").key
FeedToken.objects.create(user=anna, key=key)
print("token:" + key)
`;

/**
 * Starts a linkding with an empty database and one user.
 * @returns {Promise<{ url: string, token: string, stop: () => void }>}
 */
export async function startLinkding() {
  const data = join(source, "data");
  await rm(data, { recursive: true, force: true });
  await mkdir(join(data, "assets"), { recursive: true });
  await mkdir(join(data, "favicons"));
  await mkdir(join(data, "previews"));
  // Nothing is fetched from the network.
  const env = { ...process.env, LD_DISABLE_BACKGROUND_TASKS: "True", PYTHONUNBUFFERED: "1" };
  const manage = (args, input) => {
    const { status, stdout, stderr } = spawnSync(python, ["manage.py", ...args], {
      cwd: source,
      env,
      input,
      encoding: "utf8",
    });
    if (status !== 0) throw new Error(`linkding: ${args[0]} failed: ${stderr}`);
    return stdout;
  };
  manage(["migrate"]);
  const token = /token:(\w+)/.exec(manage(["shell"], ADD_TOKEN))?.[1];
  if (token === undefined) throw new Error("linkding: no token was made");

  const port = await freePort();
  const args = ["manage.py", "runserver", "--noreload", `127.0.0.1:${port}`];
  const server = spawn(python, args, { cwd: source, env, stdio: "ignore" });
  const url = `http://127.0.0.1:${port}`;
  const stop = () => void server.kill();
  process.once("exit", stop);
  for (const until = Date.now() + 60_000; ; await delay(200)) {
    if ((await fetch(`${url}/api/`).catch(() => undefined))?.status === 401) return { url, token, stop };
    if (server.exitCode !== null || Date.now() > until) throw new Error("linkding does not start");
  }
}

const freePort = () =>
  new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
