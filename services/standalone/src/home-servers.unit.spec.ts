import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseUrl } from "@satchel/contracts";
import { SaxesParser } from "saxes";
import { parse as parseToml } from "smol-toml";
import { describe, expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import packageJson from "../../../package.json" with { type: "json" };
import type { Manifest } from "../test/kustomize.ts";
import { readSettings, Settings } from "./settings.ts";

// The templates for systems of home servers: deploy/unraid, umbrel, casaos, yunohost. What they repeat of the container and of
// the settings is held against the Dockerfile, docs/operations/household.md and the settings themselves.
const root = join(import.meta.dirname, "../../..");
const text = (file: string): string => readFileSync(join(root, file), "utf8");
const { version } = packageJson;

const IMAGE = `registry.example.org/satchel-household:${version}`;
const PAGE = "3000";
const MAIL = "2525";
const DATA = "/data";
/** What has to be filled in at installation. */
const FILLED_IN = {
  PUBLIC_URL: "https://links.example.org",
  SAVE_ADDRESS: "save@links.example.org",
  SMTP_URL: "smtps://user:password@relay.example.org:465",
};

/** Settings of a template exist, and are valid when they are filled in. @returns them as they are read */
function expectSettings(env: Record<string, string>) {
  const known = new Set(Object.keys(Settings.properties));
  expect(Object.keys(env).filter((name) => !known.has(name))).toEqual([]);
  return readSettings(env);
}

test("given the household container, then its ports, its folder and the protection of docker run are those that the templates have", () => {
  expect(text("Dockerfile")).toMatch(new RegExp(`AS household\n[\\s\\S]*?VOLUME ${DATA}\nEXPOSE ${PAGE} ${MAIL}\n`));
  const [, command = ""] = /```\n(docker run -d [\s\S]*?)```/.exec(text("docs/operations/household.md")) ?? [];
  for (const each of PROTECTION.split(" --")) expect(command).toContain(each);
});

/** As docs/operations/household.md has it. */
const PROTECTION = "--init --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges";

/** A service of Compose is protected as `docker run` is in docs/operations/household.md. */
function expectProtected(service: Manifest): void {
  expect(service).toMatchObject({
    image: IMAGE,
    init: true,
    read_only: true,
    tmpfs: ["/tmp"],
    cap_drop: ["ALL"],
    security_opt: ["no-new-privileges:true"],
    stop_grace_period: "30s",
  });
}

describe("given the template for Unraid", () => {
  const { fields, configs } = readTemplate(text("deploy/unraid/satchel.xml"));

  test("when Community Applications reads it, then it finds what it demands and asks for", () => {
    expect(fields).toMatchObject({ Repository: IMAGE, Network: "bridge", Privileged: "false" });
    for (const name of ["Name", "Category", "Icon", "Overview", "Project", "Support", "TemplateURL", "WebUI"]) {
      expect([name, fields[name]]).toEqual([name, expect.stringMatching(/\S/)]);
    }
    for (const name of ["Icon", "Project", "Support", "TemplateURL"])
      expect(parseUrl(fields[name] ?? "")).toBeDefined();
    expect(fields["WebUI"]).toContain(`[PORT:${PAGE}]`);
    // As Unraid writes them itself: others are refused.
    const attributes = ["Name", "Target", "Default", "Mode", "Description", "Type", "Display", "Required", "Mask"];
    for (const config of configs) expect(Object.keys(config).toSorted()).toEqual([...attributes, "value"].toSorted());
  });

  test("when the container is made, then it has its ports, its folder and its protection", () => {
    const targets = (type: string) => configs.filter((one) => one["Type"] === type).map((one) => one["Target"]);
    expect([targets("Port"), targets("Path")]).toEqual([[PAGE, MAIL], [DATA]]);
    expect(configs.find((one) => one["Target"] === MAIL)?.["value"]).toBe("25");
    expect(fields["ExtraParams"]).toContain(PROTECTION);
  });

  test("when its settings are filled in, then they are valid, and the secret one is hidden", () => {
    const variables = configs.filter((one) => one["Type"] === "Variable");
    const values = variables.filter(({ value }) => value !== "").map(({ Target = "", value = "" }) => [Target, value]);
    expectSettings({ ...Object.fromEntries(variables.map(({ Target = "" }) => [Target, ""])), ...FILLED_IN });
    expectSettings({ ...FILLED_IN, ...Object.fromEntries(values) });
    const required = variables.filter((one) => one["Required"] === "true").map((one) => one["Target"] as string);
    expect(required.toSorted()).toEqual(Object.keys(FILLED_IN).toSorted());
    expect(variables.filter((one) => one["Mask"] === "true").map((one) => one["Target"])).toEqual(["SMTP_URL"]);
    // A list of choices is written with bars between them.
    for (const choice of variables.find((one) => one["Target"] === "REGISTRATION")?.["Default"]?.split("|") ?? []) {
      expectSettings({ ...FILLED_IN, REGISTRATION: choice });
    }
  });
});

describe("given the package for Umbrel", () => {
  const folder = "deploy/umbrel/satchel";
  const app = parseYaml(text(`${folder}/umbrel-app.yml`)) as Manifest;
  const { services } = parseYaml(text(`${folder}/docker-compose.yml`)) as Manifest;

  test("when umbrelOS reads it, then it finds the fields that it needs", () => {
    expect(app).toMatchObject({ manifestVersion: 1, id: "satchel", version, port: expect.any(Number), path: "" });
    for (const name of ["name", "tagline", "category", "description", "developer", "website", "repo", "support"]) {
      expect([name, app[name]]).toEqual([name, expect.stringMatching(/\S/)]);
    }
    expect(app).toMatchObject({ dependencies: [], gallery: [], defaultUsername: "", defaultPassword: "" });
    expect(readdirSync(join(root, folder, "data"))).toEqual([".gitkeep"]);
  });

  test("when it is started, then Umbrel's proxy leads to the page, and mail comes to port 25", () => {
    expect(services.app_proxy.environment).toMatchObject({ APP_HOST: `${app["id"]}_web_1`, APP_PORT: Number(PAGE) });
    expectProtected(services.web);
    expect(services.web).toMatchObject({ ports: [`25:${MAIL}`], volumes: [`\${APP_DATA_DIR}/data:${DATA}`] });
  });

  test("when its settings are filled in, then they are valid, and its address is the one that Umbrel opens", () => {
    const given = { DEVICE_DOMAIN_NAME: "umbrel.local", NETWORK_IP: "10.21.0.0" } as Record<string, string>;
    const entries = Object.entries(services.web.environment as Record<string, string>);
    const env = entries.map(([name, value]) => [
      name,
      value.replaceAll(/\$\{(\w+)\}/g, (_, each) => given[each] ?? ""),
    ]);
    expect(expectSettings(Object.fromEntries(env)).PUBLIC_URL).toBe(`http://umbrel.local:${app["port"]}`);
  });
});

describe("given the app for CasaOS", () => {
  const {
    name,
    services,
    volumes,
    "x-casaos": store,
  } = parseYaml(text("deploy/casaos/docker-compose.yml")) as Manifest;

  test("when its store reads it, then it finds the fields that it needs", () => {
    expect(name).toMatch(/^[a-z0-9_-]+$/);
    expect(store).toMatchObject({ main: name, index: "/", scheme: "http", category: "Productivity", version });
    expect(store.id).toMatch(/^[a-z0-9]+(?:\.[a-z0-9]+)+$/);
    for (const field of ["title", "tagline", "description"]) expect(store[field].en_US).toMatch(/\S/);
    expect(store.architectures).toEqual(["amd64", "arm64"]);
    expect(parseUrl(store.icon)).toBeDefined();
  });

  test("when it is started, then it has its ports and its volume, and CasaOS opens the page", () => {
    const service = services[store.main];
    expectProtected(service);
    expect(service.ports).toEqual([
      { target: Number(PAGE), published: store.port_map, protocol: "tcp" },
      { target: Number(MAIL), published: "25", protocol: "tcp" },
    ]);
    const [volume] = service.volumes;
    expect(volume).toMatchObject({ type: "volume", target: DATA });
    expect(Object.keys(volumes)).toEqual([volume.source]);
  });

  test("when its settings are read, then they are valid", () => {
    expectSettings(services[store.main].environment);
  });
});

describe("given the package for YunoHost", () => {
  const folder = "deploy/yunohost";
  const manifest = parseToml(text(`${folder}/manifest.toml`)) as Manifest;
  const unit = text(`${folder}/conf/systemd.service`);
  const scripts = readdirSync(join(root, folder, "scripts"));

  test("when YunoHost reads its manifest, then it finds the fields of packaging format 2, and no others", () => {
    expect(Object.keys(manifest).toSorted()).toEqual(
      "description id install integration maintainers name packaging_format resources upstream version".split(" "),
    );
    expect(manifest).toMatchObject({ packaging_format: 2, id: "satchel", version: `${version}~ynh1` });
    expect(manifest["description"].en).toMatch(/\S/);
    expect(manifest["upstream"].license).toBe(packageJson.license);
    expect(manifest["integration"]).toMatchObject({
      yunohost: expect.stringMatching(/^>= ?\d+\.\d+/),
      helpers_version: "2.1",
      multi_instance: expect.any(Boolean),
      ldap: expect.any(Boolean),
      sso: expect.any(Boolean),
    });
    for (const question of Object.values(manifest["install"] as Record<string, Manifest>)) {
      expect(["domain", "group", "email"]).toContain(question["type"]);
    }
    const resources = ["sources", "system_user", "install_dir", "data_dir", "permissions", "ports", "nodejs"];
    expect(Object.keys(manifest["resources"])).toEqual(resources);
    const { main } = manifest["resources"].sources;
    expect(main).toMatchObject({
      extract: false,
      rename: "satchel.tgz",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(main.url).toMatch(new RegExp(`/satchel-${version.replaceAll(".", "\\.")}\\.tgz$`));
  });

  test("when its scripts are read, then each that YunoHost calls is there, and Bash understands it", () => {
    expect(scripts).toEqual(["_common.sh", "backup", "change_url", "install", "remove", "restore", "upgrade"]);
    for (const script of scripts) execFileSync("bash", ["-n", join(root, folder, "scripts", script)]);
    const defined = [...text(`${folder}/scripts/_common.sh`).matchAll(/^(\w+)\(\) \{$/gm)].map(([, name = ""]) => name);
    const others = scripts.filter((name) => name !== "_common.sh").map((name) => text(`${folder}/scripts/${name}`));
    expect(defined.filter((name) => !others.some((script) => new RegExp(`^${name}\\b`, "m").test(script)))).toEqual([]);
  });

  test("when its settings are filled in, then they are valid, on this machine alone, and each placeholder has a value", () => {
    const given: Record<string, string> = {
      APP: "satchel",
      DOMAIN: "links.example.org",
      DATA_DIR: "/home/yunohost.app/satchel",
      INSTALL_DIR: "/var/www/satchel",
      PATH_WITH_NODEJS: "/opt/node_n/n/versions/node/24.0.0/bin:/usr/bin",
      SAVE_ADDRESS: FILLED_IN.SAVE_ADDRESS,
      PORT: String(manifest["resources"].ports.main.default),
      PORT_MAIL: String(manifest["resources"].ports.mail.default),
    };
    const filled = (file: string): string =>
      text(`${folder}/${file}`).replaceAll(/__([A-Z]+(?:_[A-Z]+)*)__/g, (all, name: string) => given[name] ?? all);
    for (const file of ["conf/satchel.env", "conf/systemd.service", "conf/nginx.conf", "doc/ADMIN.md"]) {
      expect(filled(file)).not.toMatch(/__[A-Z_]+__/);
    }
    const lines = filled("conf/satchel.env").matchAll(/^([A-Z_]+)=(.*)$/gm);
    const settings = expectSettings(Object.fromEntries([...lines].map(([, name, value]) => [name, value])));
    expect(settings).toMatchObject({ HOST: "127.0.0.1", SMTP_HOST: "127.0.0.1", MAIL_AUTH: "enforce" });
    expect(filled("conf/nginx.conf")).toContain(`proxy_pass http://127.0.0.1:${settings.PORT};`);
  });

  test("when its service is compared with the one of systemd, then it is protected in the same way, where folders are not others", () => {
    const folders =
      "Environment EnvironmentFile ExecStart WorkingDirectory StateDirectory StateDirectoryMode CacheDirectory ProtectHome BindPaths";
    // Here mail comes to a port above 1024.
    const rights = "AmbientCapabilities CapabilityBoundingSet";
    const others = `Description User ${folders} ${rights}`.split(" ");
    const directives = (file: string): string[] =>
      text(file)
        .split("\n")
        .filter((line) => /^\w+=/.test(line) && !others.includes(line.slice(0, line.indexOf("="))));
    expect(directives(`${folder}/conf/systemd.service`)).toEqual(directives("deploy/systemd/satchel.service"));
    expect(unit).toMatch(/^ProtectHome=tmpfs\nBindPaths=__DATA_DIR__$/m);
    expect(unit).toMatch(/^CapabilityBoundingSet=$/m);
  });
});

/**
 * A template of Unraid: its fields by name, and the attributes and values of its `Config`.
 * @throws where the XML is not well formed
 */
function readTemplate(xml: string) {
  const fields: Record<string, string> = {};
  const configs: Record<string, string>[] = [];
  const open: { name: string; attributes: Record<string, string>; value: string }[] = [];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => void open.push({ name, attributes, value: "" }));
  parser.on("text", (value) => {
    const last = open.at(-1);
    if (last !== undefined) last.value += value;
  });
  parser.on("closetag", () => {
    const { name, attributes, value } = open.pop() ?? { name: "", attributes: {}, value: "" };
    if (open.length === 0) expect([name, attributes["version"]]).toEqual(["Container", "2"]);
    else if (name === "Config") configs.push({ ...attributes, value });
    else fields[name] = value;
  });
  parser.write(xml).close();
  return { fields, configs };
}
