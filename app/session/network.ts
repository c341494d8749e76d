/** An IPv4 address inside an IPv6 one, as both spellings have it. */
const MAPPED = /^(?:0{0,4}:){2,5}ffff:(?:([\d.]+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i;
const IPV4 = /^\d{1,3}(\.\d{1,3}){3}$/;
/** An IPv6 network as {@link clientNetwork} writes it. */
const GROUP = /^([\da-f]+):([\da-f]+):([\da-f]+):([\da-f]+)::\/64$/;

/** The first half of an IPv6 address, which one device has to itself. */
function network(address: string): string | undefined {
  const [head = "", tail, ...more] = address.split("::");
  if (more.length > 0 || !/^[\da-f:.]+$/i.test(address) || !address.includes(":")) return undefined;
  const groupsOf = (text = "") => (text === "" ? [] : text.split(":"));
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const missingGroups = 8 - before.length - after.length - (address.includes(".") ? 1 : 0);
  const groups =
    tail === undefined ? before : [...before, ...Array(Math.max(0, missingGroups)).fill("0")];
  const first = [...groups, ...after].slice(0, 4);
  if (first.length < 4 || !first.every((group) => /^[\da-f]{1,4}$/i.test(group))) return undefined;
  return `${first.map((group) => Number.parseInt(group, 16).toString(16)).join(":")}::/64`;
}

/**
 * Whom an address counts as: an IPv4 address for itself, also where it is written as IPv6; of an
 * IPv6 address its first 64 bits, since every device has the other 64 to choose from.
 */
export function clientNetwork(address: string): string {
  const text = address.trim().slice(0, 60).replace(/%.*$/, "");
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
 * The networks around an address. Providers give a household up to 256 networks of 64 bits (a /56),
 * and whoever asks for one 65,536 (a /48), so that one person can be as many visitors.
 * @param group the address as {@link clientNetwork} has it.
 * @returns `home`: the /56, or the IPv4 address itself; `site`: the /48, or the IPv4 address's /24.
 */
export function enclosingNetworks(group: string): { home: string; site: string } {
  if (IPV4.test(group)) return { home: group, site: `${group.replace(/\.\d+$/, ".0")}/24` };
  const [, a, b, c, d] = GROUP.exec(group) ?? [];
  if (d === undefined) return { home: group, site: group };
  const upper = (Number.parseInt(d, 16) & 0xff00).toString(16);
  return { home: `${a}:${b}:${c}:${upper}::/56`, site: `${a}:${b}:${c}::/48` };
}
