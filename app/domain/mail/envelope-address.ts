const HOST = /^[\p{L}\p{M}\p{N}.-]+$/u;

/**
 * Converts the domain of an address to ASCII (RFC 5891), because only servers with SMTPUTF8 accept
 * others. The part before the @ has no such form.
 */
export function envelopeAddress(address: string): string {
  const domainStart = address.lastIndexOf("@") + 1;
  const domain = address.slice(domainStart);
  if (domainStart === 0 || /^[\x20-\x7e]*$/.test(domain) || !HOST.test(domain)) return address;
  const url = `http://${domain}`;
  return URL.canParse(url) ? address.slice(0, domainStart) + new URL(url).hostname : address;
}
