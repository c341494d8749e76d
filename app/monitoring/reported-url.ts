/** A part of a path that looks like an id or a token rather than a name. */
function isSecret(part: string): boolean {
  return part.length >= 16 && /\d/.test(part);
}

/**
 * An address as it may be kept: without query, fragment, ids and tokens, since links with a token
 * let whoever reads them in. Our scripts keep their names, which a stack trace needs.
 * @returns null for what is no web address; cut to 300 characters.
 */
export function withoutSecrets(url: string): string | null {
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) return null;
  const { origin, pathname } = new URL(url);
  if (pathname.startsWith("/build/")) return `${origin}${pathname}`.slice(0, 300);
  const path = pathname
    .replace(/^\/([ir])\/.+$/i, "/$1/:token")
    .split("/")
    .map((part) => (isSecret(part) ? ":id" : part))
    .join("/");
  return `${origin}${path}`.slice(0, 300);
}

/** The same for every address within a text, such as a stack trace. */
export function withoutSecretsIn(text: string): string {
  return text.replace(/https?:\/\/[^\s"'<>()]+/gi, (url) => withoutSecrets(url) ?? ":url");
}
