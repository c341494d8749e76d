import * as v from "valibot";
import { readBody } from "~/forms/read-body";
import { refusal } from "./refusal";

/** A form with two buttons and an address; more than this is none of ours. */
const MAX_BYTES = 8_192;

const NOT_WHOLE = "Your form didn't reach us in full. Go back and send it again.";
const TOO_MUCH = "That's more text than this form can take. Go back and shorten it.";

/**
 * A path of this site as a form named it, with its query; `otherwise` for anything that would lead
 * away from here or is no path at all.
 * @param address any address of this site.
 */
export function ownPath(path: unknown, address: string, otherwise: string): string {
  const text = v.safeParse(v.pipe(v.string(), v.startsWith("/")), path);
  if (!text.success || !URL.canParse(text.output, address)) return otherwise;
  const { origin, pathname, search } = new URL(text.output, address);
  // "/.//host" stays on this site as a URL, but its path alone reads as another host.
  const leadsAway = origin !== new URL(address).origin || pathname.startsWith("//");
  return leadsAway ? otherwise : pathname + search;
}

/**
 * A small posted form: its fields, and the page it came from, to go back to. Null characters go, as
 * from every form.
 * @param otherwise where to go back to when it names no page of this site.
 * @throws Response a refusal: 413 for one that is too large, 408 for one that is cut off.
 */
export async function readSwitch(
  request: Request,
  otherwise = "/submit",
  maxBytes = MAX_BYTES,
): Promise<{ fields: URLSearchParams; to: string }> {
  const body = await readBody(request, maxBytes);
  if (!body.ok) throw body.why === "cut" ? refusal(408, NOT_WHOLE) : refusal(413, TOO_MUCH);
  const pairs = [...new URLSearchParams(body.text)];
  const fields = new URLSearchParams(
    pairs.map(([name, value]): [string, string] => [name, value.replaceAll("\0", "")]),
  );
  return { fields, to: ownPath(fields.get("to"), request.url, otherwise) };
}
