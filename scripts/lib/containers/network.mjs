import { sh } from "./shell.mjs";

/** A network namespace of its own, so that ports, bridges and rules of packets are this engine's alone. */
const NAME = "satchel";
const OUT = "satchel-out";
const [NEAR, FAR] = ["172.28.255.1", "172.28.255.2"];

/**
 * In the system's own namespace: what comes from the engine's may leave, and is answered.
 * @type {readonly (readonly [table: string, chain: string, rule: readonly string[]])[]}
 */
const RULES = [
  ["nat", "POSTROUTING", ["-s", FAR, "-j", "MASQUERADE"]],
  ["filter", "FORWARD", ["-i", OUT, "-j", "ACCEPT"]],
  ["filter", "FORWARD", ["-o", OUT, "-j", "ACCEPT"]],
];

/** The words before a command that is to run there. */
export const INSIDE = ["nsenter", `--net=/run/netns/${NAME}`, "--"];

/** Makes the namespace, with a way out as the machine has it. @returns the octets that a packet may have on that way */
export async function makeNetwork() {
  await removeNetwork();
  const [route] = JSON.parse(await sh("ip", ["-j", "route", "show", "default"]));
  const [{ mtu } = { mtu: 1500 }] =
    route === undefined ? [] : JSON.parse(await sh("ip", ["-j", "link", "show", route.dev]));
  await sh("ip", ["netns", "add", NAME]);
  await sh("ip", [
    "link",
    "add",
    OUT,
    "mtu",
    String(mtu),
    "type",
    "veth",
    "peer",
    "name",
    "eth0",
    "mtu",
    String(mtu),
    "netns",
    NAME,
  ]);
  await sh("ip", ["addr", "add", `${NEAR}/30`, "dev", OUT]);
  await sh("ip", ["link", "set", OUT, "up"]);
  const inside = (...args) => sh(INSIDE[0], [...INSIDE.slice(1), "ip", ...args]);
  await inside("link", "set", "lo", "up");
  await inside("addr", "add", `${FAR}/30`, "dev", "eth0");
  await inside("link", "set", "eth0", "up");
  await inside("route", "add", "default", "via", NEAR);
  await sh("sysctl", ["-q", "-w", "net.ipv4.ip_forward=1"]);
  for (const [table, chain, rule] of RULES) await sh("iptables", ["-t", table, "-I", chain, ...rule]);
  return mtu;
}

/** Removes it and its rules; where there are none, nothing. */
export async function removeNetwork() {
  const quietly = (program, args) => sh(program, args).catch(() => undefined);
  for (const [table, chain, rule] of RULES) await quietly("iptables", ["-t", table, "-D", chain, ...rule]);
  await quietly("ip", ["link", "del", OUT]);
  await quietly("ip", ["netns", "del", NAME]);
}
