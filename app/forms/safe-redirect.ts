import * as v from "valibot";
import { MAX_REDIRECT } from "~/platform/formats/max-redirect";

/**
 * A path of this site as a form named it, with its query; `otherwise` for anything that would lead
 * away from here, is no path at all, or is longer than any of ours.
 * @param address any address of this site.
 */
export function safeRedirectPath(path: unknown, address: string, fallback: string): string {
  const text = v.safeParse(v.pipe(v.string(), v.startsWith("/")), path);
  if (!text.success || !URL.canParse(text.output, address)) return fallback;
  const { origin, pathname, search } = new URL(text.output, address);
  // "/.//host" stays on this site as a URL, but its path alone reads as another host.
  const leadsAway = origin !== new URL(address).origin || pathname.startsWith("//");
  const target = pathname + search;
  return leadsAway || target.length > MAX_REDIRECT ? fallback : target;
}
