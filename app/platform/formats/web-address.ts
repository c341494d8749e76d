import { parseUrl } from "./parse-url";

/** Parses a typed web address, with or without a scheme; undefined for anything unsafe. */
export function webAddress(input: string): string | undefined {
  const text = input.trim();
  if (text === "" || /\s/.test(text)) return undefined;
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  const url = parseUrl(address);
  if (!url) return undefined;
  const { href, hostname, username, password } = url;
  // "javascript:…" reads as host and port; a name before an @ hides the real host.
  const isPublic = /[^.]\.[^.]/.test(hostname) && username === "" && password === "";
  return isPublic ? href : undefined;
}
