import * as v from "valibot";
import { MAX_REDIRECT } from "~/platform/formats/max-redirect";

/**
 * A posted path of this site with its query; `fallback` for anything that leads elsewhere, is no
 * path, or is too long.
 * @param address any address of this site.
 */
export function safeRedirectPath(path: unknown, address: string, fallback: string): string {
  const text = v.safeParse(v.pipe(v.string(), v.startsWith("/")), path);
  if (!text.success || !URL.canParse(text.output, address)) return fallback;
  const { origin, pathname, search } = new URL(text.output, address);
  // "/.//host" is on this site as a URL, but its path alone names another host.
  const leadsAway = origin !== new URL(address).origin || pathname.startsWith("//");
  const target = pathname + search;
  return leadsAway || target.length > MAX_REDIRECT ? fallback : target;
}
