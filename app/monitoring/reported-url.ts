import { parseUrl } from "~/platform/formats/parse-url";
import { routeName } from "~/platform/formats/route-name";

/** A script or a style sheet of ours, with the place in it. */
const OUR_FILE = /^\/assets\/[\w./$-]+\.(?:js|css)(?:\.map)?(?::\d+){0,2}$/;

/**
 * An address as it may be kept: without query and fragment, and with nothing in its path but words of
 * ours (`route-name.ts`), since links with a token let whoever reads them in. Our scripts keep their
 * names, which a stack trace needs.
 * @returns null for what is no web address; cut to 300 characters.
 */
export function redactUrlSecrets(url: string): string | null {
  const address = /^https?:\/\//i.test(url) ? parseUrl(url) : undefined;
  if (!address) return null;
  const { origin, pathname } = address;
  const path = OUR_FILE.test(pathname) ? pathname : routeName(url);
  return `${origin}${path}`.slice(0, 300);
}

/** The same for every address within a text, such as a stack trace. */
export function redactSecretsInText(text: string): string {
  return text.replace(/https?:\/\/[^\s"'<>()]+/gi, (url) => redactUrlSecrets(url) ?? ":url");
}
