import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { eventually } from "@satchel/testing";
import type { Gateway } from "../scaling/tables-check.ts";
import { addressIn, command, type Container, docker, isHealthy, nameOf } from "./engine.ts";
import { lineOf, setLines } from "./settings.ts";
import { DOMAIN, type Reachable, type Walk } from "./walk.ts";

const ROOT = join(import.meta.dirname, "../..");
/** Milliseconds for all containers to become healthy. */
const HEALTHY_MS = 300_000;
/** What an operator keeps when a new version is put in place. */
const KEPT = [".env", "backups", "certificates"];

/** The folder of an installation by Compose, as an operator has it. */
export class Installation implements Reachable {
  readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** Puts the source of a commit in place, or that of the checkout as it is, and keeps what is the operator's. */
  async bring(commit?: string): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    for (const name of await readdir(this.folder)) {
      if (!KEPT.includes(name)) await rm(join(this.folder, name), { recursive: true });
    }
    const files =
      commit === undefined
        ? "git ls-files -z --cached --others --exclude-standard | xargs -0 ls -d 2>/dev/null | tar -cf - -T -"
        : `git archive ${commit}`;
    await command("bash", ["-c", `(cd "$0" && ${files}) | tar -C "$1" -xf -`, ROOT, this.folder]);
  }

  /** Makes `.env` as documented, and fills it in. */
  async configure(settings: Readonly<Record<string, string>>): Promise<void> {
    await rm(join(this.folder, ".env"), { force: true });
    await command("sh", ["deploy/make-env.sh"], this.folder);
    await this.set(settings);
  }

  /** Sets lines of `.env`; those that it lacks are added. */
  set(settings: Readonly<Record<string, string>>): Promise<void> {
    return setLines(join(this.folder, ".env"), settings);
  }

  setting(name: string): Promise<string> {
    return lineOf(name, join(this.folder, ".env"));
  }

  /** By TLS and SMTP at the ports of this machine. */
  async reach(): ReturnType<Reachable["reach"]> {
    const ca = await eventually(() =>
      this.compose("exec", "-T", "caddy", "cat", "/data/caddy/pki/authorities/local/root.crt"),
    );
    const here = [{ address: "127.0.0.1", family: 4 as const }];
    return {
      url: `https://${DOMAIN}`,
      smtpPort: 25,
      connect: { ca, lookup: (_, options, done) => (options.all ? done(null, here) : done(null, "127.0.0.1", 4)) },
    };
  }

  async gateways(): Promise<Gateway[]> {
    const containers = await this.containers("gateway");
    return containers.map((one) => ({ name: nameOf(one), url: `http://${addressIn("bus", one)}:3000` }));
  }

  async busAddresses(): Promise<string[]> {
    const servers = await this.containers(...(await this.busServices()));
    return servers.map((server) => addressIn("bus", server));
  }

  /** The services that are servers of the bus. */
  async busServices(): Promise<string[]> {
    const services = (await this.compose("config", "--services")).split("\n");
    return services.filter((service) => service.startsWith("nats"));
  }

  compose(...args: string[]): Promise<string> {
    return command("docker", ["compose", ...args], this.folder);
  }

  /** All containers, or those of some services. */
  async containers(...services: string[]): Promise<Container[]> {
    const ids = (await this.compose("ps", "--quiet", "--all", ...services)).split("\n").filter((id) => id !== "");
    if (ids.length === 0) return [];
    const found = JSON.parse(await docker("inspect", ...ids)) as Container[];
    return found.toSorted((a, b) => a.Name.localeCompare(b.Name));
  }

  /** Resolves when every container runs and is healthy. */
  async healthy(): Promise<void> {
    const check = async (): Promise<void> => {
      const ill = (await this.containers()).filter((container) => !isHealthy(container)).map(nameOf);
      if (ill.length > 0) throw new Error(`not healthy: ${ill.join(", ")}`);
    };
    await eventually(check, { timeout: HEALTHY_MS, interval: 500 });
  }

  /** Removes containers, networks and volumes. */
  async remove(): Promise<void> {
    await this.compose("--profile", "*", "down", "--volumes", "--remove-orphans", "--timeout", "5");
  }
}

/** A walk through an installation of Compose. */
export type ComposeWalk = Walk<Installation>;
