import { envelopeAddress } from "./envelope-address";

/** Providers that ignore dots before the @. */
const WITHOUT_DOTS = new Set(["gmail.com"]);
const DOMAIN_ALIASES = new Map([["googlemail.com", "gmail.com"]]);

function splitAddress(address: string): { local: string; domain: string } {
  const envelope = envelopeAddress(
    address
      .normalize("NFKC")
      .replace(/\u3002/g, ".")
      .trim(),
  ).toLowerCase();
  const atIndex = envelope.lastIndexOf("@");
  return {
    // Quotes and backslashes carry no meaning (RFC 5321, 4.1.2).
    local: envelope.slice(0, Math.max(atIndex, 0)).replace(/["\\]/g, ""),
    domain: envelope.slice(atIndex + 1).replace(/(?<!\.)\.+$/, ""),
  };
}

/** Normalized address: lower case, ASCII domain, no quotes. */
export function addressKey(address: string): string {
  const { local, domain } = splitAddress(address);
  return `${local}@${domain}`;
}

/**
 * The mailbox that an address most likely belongs to, so that other spellings do not circumvent
 * limits: also without the part after a plus, and without dots for some providers.
 */
export function mailboxKey(address: string): string {
  const { local, domain } = splitAddress(address);
  const canonicalDomain = DOMAIN_ALIASES.get(domain) ?? domain;
  const plusIndex = local.indexOf("+", 1);
  const localPart = plusIndex < 0 ? local : local.slice(0, plusIndex);
  return `${WITHOUT_DOTS.has(canonicalDomain) ? localPart.replaceAll(".", "") : localPart}@${canonicalDomain}`;
}

/** For holders of a link from a mail: a…@example.com. */
export function maskedAddress(address: string): string {
  const atIndex = address.lastIndexOf("@");
  const [first = ""] = address;
  return `${first}…${address.slice(Math.max(atIndex, 0))}`;
}
