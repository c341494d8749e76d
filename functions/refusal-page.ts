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
 * Shows a refusal of an address without a page, such as a download, as a page for browsers; programs
 * and our own scripts get its JSON.
 */
export async function asRefusalPage(request: Request, reply: Response, env: object) {
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
