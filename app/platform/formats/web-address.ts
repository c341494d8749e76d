import { parseUrl } from "./parse-url";

/**
 * Where a link leads that was typed as people do, with a scheme or without one; undefined for what no
 * browser should be led to by it.
 */
export function webAddress(input: string): string | undefined {
  const text = input.trim();
  if (text === "" || /\s/.test(text)) return undefined;
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const url = parseUrl(address);
  if (!url) return undefined;
  const { href, hostname, username, password } = url;
  // "javascript:…" reads as a host and a port that is none; names before an @ hide where it leads.
  const isPublic = /[^.]\.[^.]/.test(hostname) && username === "" && password === "";
  return isPublic ? href : undefined;
}
