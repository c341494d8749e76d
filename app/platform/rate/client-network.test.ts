import { expect, test } from "vitest";
import { clientNetwork, enclosingNetworks } from "./client-network";

test.each([
  ["203.0.113.7", "203.0.113.7"],
  ["::ffff:203.0.113.7", "203.0.113.7"],
  ["::FFFF:203.0.113.7", "203.0.113.7"],
  ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
  ["0000:0000:0000:0000:0000:ffff:cb00:7107", "203.0.113.7"],
  ["::ffff:cb00:7107", "203.0.113.7"],
  ["::ffff:ffff:ffff", "255.255.255.255"],
])("%s is the IPv4 address %s", (address, group) => {
  expect(clientNetwork(address)).toBe(group);
});

test.each([
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ["2001:0DB8:0001:0002:ffff:ffff:ffff:ffff", "2001:db8:1:2::/64"],
  ["2001:db8:1:2::1", "2001:db8:1:2::/64"],
  ["2001:db8::1", "2001:db8:0:0::/64"],
  ["2001:db8::", "2001:db8:0:0::/64"],
  ["2001::9", "2001:0:0:0::/64"],
  ["::1", "0:0:0:0::/64"],
  ["::", "0:0:0:0::/64"],
  ["fe80::1%eth0", "fe80:0:0:0::/64"],
  ["1::2:3:4:5:6:7", "1:0:2:3::/64"],
  ["64:ff9b::192.0.2.1", "64:ff9b:0:0::/64"],
])("%s counts as its network %s", (address, group) => {
  expect(clientNetwork(address)).toBe(group);
});

test.each(["", "local", "1.2.3", "1::2::3", "2001:db8:xyz::1", "x".repeat(500), ":::::::"])(
  "%j is no address, and is used as it is, truncated",
  (text) => {
    expect(clientNetwork(text)).toBe(text.slice(0, 60));
  },
);

test("neighbours in a network are one visitor, other networks are others", () => {
  const groups = (addresses: string[]) => new Set(addresses.map(clientNetwork)).size;
  expect(groups(["2001:db8:1:2::1", "2001:db8:1:2:ffff::9", "2001:DB8:1:2::"])).toBe(1);
  expect(groups(["2001:db8:1:2::1", "2001:db8:1:3::1", "203.0.113.7", "203.0.113.8"])).toBe(4);
});

test.each([
  ["2001:db8:1:2ab::1", "2001:db8:1:200::/56", "2001:db8:1::/48"],
  ["2001:db8:1:2ff:9::", "2001:db8:1:200::/56", "2001:db8:1::/48"],
  ["2001:db8:1:3ff::1", "2001:db8:1:300::/56", "2001:db8:1::/48"],
  ["2001:db8:2::1", "2001:db8:2:0::/56", "2001:db8:2::/48"],
  ["203.0.113.7", "203.0.113.7", "203.0.113.0/24"],
  ["::ffff:203.0.113.7", "203.0.113.7", "203.0.113.0/24"],
  ["local", "local", "local"],
])("%s lies in %s, and that in %s", (address, home, site) => {
  expect(enclosingNetworks(clientNetwork(address))).toEqual({ home, site });
});
