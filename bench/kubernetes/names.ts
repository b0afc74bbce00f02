import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { atEnd } from "@satchel/testing";
import type { ControlPlane } from "../../services/standalone/test/control-plane.ts";
import { startDnsServer, type Zone } from "../../services/mail-ingest/test/dns-server.ts";
import { variable } from "./node.ts";

const DOMAIN = "satchel.svc.cluster.local";
const DNS_PORT = 53;

/**
 * Starts what a cluster's name server is to Satchel: it tells pods the addresses of services, and of the servers of the bus by
 * their own names. It knows nothing else. It ends with `cleanUp`.
 */
export async function startNames(plane: ControlPlane, host: string): Promise<void> {
  const zone: Zone = {};
  const server = await startDnsServer(zone, host, DNS_PORT);
  atEnd(server.stop);
  const note = (isThere: boolean, name: string, address: string): void => {
    const key = `${name}.${DOMAIN}`;
    const known = zone[key] as { readonly a: readonly string[] } | undefined;
    if (isThere) zone[key] = { a: [address] };
    // The next pod of this name may have its address already.
    else if (known?.a[0] === address) delete zone[key];
  };
  watch(plane, ["services"], ".spec.clusterIP", note);
  const servers = ["pods", "--selector", "app.kubernetes.io/name=nats"];
  watch(plane, servers, ".status.podIP", (isThere, name, address) => note(isThere, `${name}.nats-peers`, address));
}

/** Follows objects that have an address. */
function watch(
  { kubeconfig }: ControlPlane,
  what: readonly string[],
  path: string,
  note: (isThere: boolean, name: string, address: string) => void,
): void {
  const format = `jsonpath={.type} {.object.metadata.name} {.object${path}}{"\\n"}`;
  const options = ["--kubeconfig", kubeconfig, "--namespace", "satchel", "--watch", "--output-watch-events"];
  let isWanted = true;
  const follow = (): void => {
    if (!isWanted) return;
    const args = ["get", ...what, ...options, "--output", format];
    const child = spawn(join(variable("KUBERNETES_PROGRAMS"), "kubectl"), args, {
      stdio: ["ignore", "pipe", "inherit"],
    });
    createInterface(child.stdout).on("line", (line) => {
      const [type, name = "", address = ""] = line.split(" ");
      if (/^\d+\.\d+\.\d+\.\d+$/.test(address)) note(type !== "DELETED", name, address);
    });
    // The API ends each after a while.
    child.once("exit", follow);
    atEnd(async () => {
      isWanted = false;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill();
      await once(child, "exit");
    });
  };
  follow();
}
