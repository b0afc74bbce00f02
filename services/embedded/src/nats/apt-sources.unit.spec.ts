import { describe, expect, test } from "vitest";
import { distributionSources, parseAptSources, renderAptSource, suitesFor } from "./apt-sources.ts";

const DEB822 = `# The distribution
Types: deb deb-src
URIs: http://mirror.example/debian
Suites: bookworm bookworm-updates
Components: main
 contrib
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg

Types: deb
Enabled: no
URIs: http://off.example/debian
Suites: bookworm
Components: main

Types: deb-src
URIs: http://source.example/debian
Suites: bookworm
Components: main

types: deb
uris: https://vendor.example/apt
suites: bookworm
components: stable
signed-by:
 -----BEGIN PGP PUBLIC KEY BLOCK-----
 .
 mQINBF
 -----END PGP PUBLIC KEY BLOCK-----
`;

describe("the machine's apt sources", () => {
  test("given deb822 stanzas, then the enabled binary ones are read, with fields of several lines", () => {
    const sources = parseAptSources("/etc/apt/sources.list.d/debian.sources", DEB822);

    expect(sources).toEqual([
      {
        uris: ["http://mirror.example/debian"],
        suites: ["bookworm", "bookworm-updates"],
        components: ["main", "contrib"],
        signedBy: "/usr/share/keyrings/debian-archive-keyring.gpg",
      },
      {
        uris: ["https://vendor.example/apt"],
        suites: ["bookworm"],
        components: ["stable"],
        signedBy: "-----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQINBF\n -----END PGP PUBLIC KEY BLOCK-----",
      },
    ]);
  });

  test("given one-line sources, then options and comments are recognised", () => {
    const sources = parseAptSources(
      "/etc/apt/sources.list",
      `# deb http://old.example/ubuntu focal main
deb [arch=amd64 signed-by=/etc/keys/a.gpg,/etc/keys/b.gpg] http://mirror.example/ubuntu jammy main universe # mine
deb-src http://mirror.example/ubuntu jammy main
deb http://plain.example/ubuntu jammy-updates main
`,
    );

    expect(sources).toEqual([
      {
        uris: ["http://mirror.example/ubuntu"],
        suites: ["jammy"],
        components: ["main", "universe"],
        signedBy: "/etc/keys/a.gpg /etc/keys/b.gpg",
      },
      { uris: ["http://plain.example/ubuntu"], suites: ["jammy-updates"], components: ["main"], signedBy: undefined },
    ]);
  });

  test("given the distribution's and a vendor's source, then only the distribution's mirror is used", () => {
    const sources = distributionSources(parseAptSources("x.sources", DEB822), "bookworm");

    expect(sources.map(({ uris }) => uris)).toEqual([["http://mirror.example/debian"]]);
  });

  test("given a source, when another suite of it is asked for, then its keyring still has to have signed it", () => {
    const [source] = parseAptSources("x.sources", DEB822);

    expect(renderAptSource(source!, "trixie", "main")).toBe(`Types: deb
URIs: http://mirror.example/debian
Suites: trixie
Components: main
Signed-By: /usr/share/keyrings/debian-archive-keyring.gpg
`);
  });
});

describe("the suites that are asked for nats-server", () => {
  test.each([
    ["Debian 12", "ID=debian\nVERSION_CODENAME=bookworm\n", ["trixie", "stable"], "main"],
    ["Debian 13", "ID=debian\nVERSION_CODENAME=trixie\n", ["trixie", "stable"], "main"],
    [
      "Ubuntu 22.04",
      "ID=ubuntu\nID_LIKE=debian\nVERSION_CODENAME=jammy\nUBUNTU_CODENAME=jammy\n",
      ["resolute", "questing", "noble"],
      "universe",
    ],
    [
      "Ubuntu 25.10",
      "ID=ubuntu\nID_LIKE=debian\nUBUNTU_CODENAME=questing\n",
      ["questing", "resolute", "noble"],
      "universe",
    ],
    [
      "Linux Mint",
      'ID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_CODENAME=zara\nUBUNTU_CODENAME=noble\n',
      ["noble", "resolute", "questing"],
      "universe",
    ],
  ])("given %s, then old suites are left out", (_name, osRelease, suites, component) => {
    expect(suitesFor(osRelease)).toMatchObject({ suites, component });
  });

  test("given another distribution, then there are none", () => {
    expect(suitesFor("ID=fedora\nVERSION_CODENAME=\n")).toBeUndefined();
  });
});
