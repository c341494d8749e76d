import { envelopeAddress } from "./envelope-address";

/** Providers that deliver an address with and without dots before the @ to the same person. */
const WITHOUT_DOTS = new Set(["gmail.com"]);
const OTHER_NAMES = new Map([["googlemail.com", "gmail.com"]]);

function parts(address: string): { local: string; domain: string } {
  const envelope = envelopeAddress(
    address
      .normalize("NFKC")
      .replace(/\u3002/g, ".")
      .trim(),
  ).toLowerCase();
  const at = envelope.lastIndexOf("@");
  return {
    // Quotes and the strokes in them say nothing of their own (RFC 5321, 4.1.2).
    local: envelope.slice(0, Math.max(at, 0)).replace(/["\\]/g, ""),
    domain: envelope.slice(at + 1).replace(/\.+$/, ""),
  };
}

/** One spelling of an address: small letters, its domain in ASCII, without needless quotes. */
export function addressKey(address: string): string {
  const { local, domain } = parts(address);
  return `${local}@${domain}`;
}

/**
 * The mailbox that an address most likely leads to, so that nobody gets past a limit by spelling one
 * anew: beside {@link addressKey}, without what follows a plus, nor dots where they mean nothing.
 */
export function mailboxKey(address: string): string {
  const { local, domain } = parts(address);
  const home = OTHER_NAMES.get(domain) ?? domain;
  const person = local.replace(/(?<=.)\+.*$/s, "");
  return `${WITHOUT_DOTS.has(home) ? person.replaceAll(".", "") : person}@${home}`;
}

/** An address as it is shown to whoever holds a link from a mail to it, such as a…@example.com. */
export function maskedAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const [first = ""] = address;
  return `${first}…${address.slice(Math.max(at, 0))}`;
}
