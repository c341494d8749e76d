import { parseUrl } from "~/platform/formats/parse-url";
import { routeName } from "~/platform/formats/route-name";

/** One of our scripts or style sheets, with line and column. */
const OUR_FILE = /^\/assets\/[\w./$-]+\.(?:js|css)(?:\.map)?(?::\d+){0,2}$/;

/**
 * Redacts an address: no query or fragment, and only known words in the path (`route-name.ts`), since
 * links with tokens grant access. Script names stay, as stack traces need them.
 * @returns null if it is no web address; cut to 300 characters.
 */
export function redactUrlSecrets(url: string): string | null {
  const address = /^https?:\/\//i.test(url) ? parseUrl(url) : undefined;
  if (!address) return null;
  const { origin, pathname } = address;
  const path = OUR_FILE.test(pathname) ? pathname : routeName(url);
  return `${origin}${path}`.slice(0, 300);
}

/** Redacts every address in a text, such as a stack trace. */
export function redactSecretsInText(text: string): string {
  return text.replace(/https?:\/\/[^\s"'<>()]+/gi, (url) => redactUrlSecrets(url) ?? ":url");
}
