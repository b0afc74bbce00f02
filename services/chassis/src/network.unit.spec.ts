import { expect, test } from "vitest";
import { addressOf, networkOf } from "./network.ts";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["203.0.113.7:51234", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
  ["[2001:db8:1:2::9]:51234", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
  ["::", "0:0:0:0::/64"],
  ["64:ff9b::203.0.113.7", "64:ff9b:0:0::/64"],
  ["", "unknown"],
  ["unknown", "unknown"],
  ["999.1.1.1", "unknown"],
  ["203.0.113.7, 198.51.100.1", "unknown"],
  ["::1]/@evil.example", "unknown"],
])("the client %j is counted as %s", (address, network) => {
  expect(networkOf(address)).toBe(network);
});

test.each([
  ["203.0.113.7:51234", "203.0.113.7"],
  ["[::ffff:203.0.113.7]:443", "203.0.113.7"],
  ["[2001:0DB8:0001:0002::9]:51234", "2001:db8:1:2::9"],
  ["fe80::1%eth0", "fe80::1"],
  ["", undefined],
  ["unknown", undefined],
  ["203.0.113.7, 198.51.100.1", undefined],
  ["<script>", undefined],
  ["::1]/@evil.example", undefined],
])("the address of the client %j is %s", (text, address) => {
  expect(addressOf(text)).toBe(address);
});
