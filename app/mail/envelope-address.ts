/** Letters, digits, dots and hyphens: what a host name may be written with, in any script. */
const HOST = /^[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * An address as mail servers take it: a domain of other scripts in its ASCII form (RFC 5891), since
 * only servers with SMTPUTF8 know the other. What stands before the @ has no such form.
 */
export function envelopeAddress(address: string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at);
  if (at === 0 || /^[\x20-\x7e]*$/.test(domain) || !HOST.test(domain)) return address;
  const url = `http://${domain}`;
  return URL.canParse(url) ? address.slice(0, at) + new URL(url).hostname : address;
}
