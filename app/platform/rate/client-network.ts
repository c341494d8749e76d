/** An IPv4-mapped IPv6 address, in both notations. */
const MAPPED = /^(?:0{0,4}:){2,5}ffff:(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
/** Format of {@link clientNetwork}. */
const GROUP = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/;

function network(address: string): string | undefined {
  const [head = "", tail, ...rest] = address.split("::");
  if (rest.length > 0 || !/^[\da-f:.]+$/i.test(address) || !address.includes(":")) return undefined;
  const splitGroups = (text = "") => (text === "" ? [] : text.split(":"));
  const [leading, trailing] = [splitGroups(head), splitGroups(tail)];
  const missingGroups = 8 - leading.length - trailing.length - (address.includes(".") ? 1 : 0);
  const groups =
    tail === undefined ? leading : [...leading, ...Array(Math.max(0, missingGroups)).fill("0")];
  const networkGroups = [...groups, ...trailing].slice(0, 4);
  if (networkGroups.length < 4 || !networkGroups.every((group) => /^[\da-f]{1,4}$/i.test(group)))
    return undefined;
  return `${networkGroups.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/**
 * The network for rate limits: an IPv4 address itself, also if mapped to IPv6; the /64 of an IPv6
 * address, since a device can choose the other 64 bits.
 */
export function clientNetwork(address: string): string {
  const [text = ""] = address.trim().slice(0, 60).split("%");
  if (IPV4.test(text)) return text;
  const [, ipv4, high, low] = MAPPED.exec(text) ?? [];
  if (ipv4 && IPV4.test(ipv4)) return ipv4;
  if (high && low) {
    const number = Number.parseInt(high, 16) * 65_536 + Number.parseInt(low, 16);
    return [24, 16, 8, 0].map((shift) => (number >>> shift) & 255).join(".");
  }
  return network(text) ?? text.toLowerCase();
}

/**
 * The networks around an address. Households get up to a /56, and anyone can order a /48, so that
 * one person could count as many visitors.
 * @param group as returned by {@link clientNetwork}.
 * @returns `home`: the /56, or the IPv4 address; `site`: the /48, or the IPv4 /24.
 */
export function enclosingNetworks(group: string): { home: string; site: string } {
  if (IPV4.test(group)) return { home: group, site: `${group.replace(/\.\d+$/, ".0")}/24` };
  const [, a, b, c, d] = GROUP.exec(group) ?? [];
  if (d === undefined) return { home: group, site: group };
  const upper = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return { home: `${a}:${b}:${c}:${upper}::/56`, site: `${a}:${b}:${c}::/48` };
}

/** Hashes of the networks around a visitor's address. */
export interface ClientNetworks {
  /** Of a household or a company. */
  home: string;
  /** The larger network that a provider may give to one customer. */
  site: string;
}

export const networksKey = ({ home, site }: ClientNetworks): string => `${site}.${home}`;

/** The range of all keys of a site: from `from` on and before `to`. */
export const siteKeyRange = ({ site }: ClientNetworks) => ({ from: `${site}.`, to: `${site}/` });
