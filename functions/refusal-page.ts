import * as v from "valibot";
import { isBrowserNavigation, plainPage } from "~/platform/plain-page";
import { readLabelSettings } from "./maintenance";

const refusalSchema = v.object({ refusal: v.string() });

const TITLES = new Map([
  [403, "You can't open this"],
  [404, "We can't find that"],
  [405, "We can't do that here"],
  [410, "This is over"],
]);
const TEXT = "Go back and try another way. What you saved is kept.";

/**
 * What an address without a page of its own, such as a download, refuses: for whoever followed a link to
 * it, its sentence on a page. Programs, and our own scripts, get it as the JSON that it is.
 */
export async function asRefusalPage(
  request: Request,
  reply: Response,
  env: object,
): Promise<Response> {
  const isJson = reply.headers.get("Content-Type")?.startsWith("application/json");
  if (reply.status < 400 || !isJson || !isBrowserNavigation(request)) return reply;
  const result = v.safeParse(refusalSchema, await reply.json());
  const { status } = reply;
  return plainPage(status, {
    title: TITLES.get(status) ?? "Something went wrong",
    text: result.success ? result.output.refusal : TEXT,
    state: status === 404 ? "missing" : "over",
    ...readLabelSettings(env),
  });
}
