import { refuse } from "~/api/replies";
import { isApi } from "~/platform/api-path";
import { plainPage } from "~/platform/plain-page";
import { readLabelSettings } from "./maintenance";

const FAILURES = {
  403: {
    title: "We can't take that",
    text: "That didn't come from a page of this site. Go back, reload the page and try again.",
  },
  500: {
    title: "Something went wrong",
    text: "Something went wrong on our side. What you saved is kept. Please try again in a minute.",
    state: "broken",
  },
} as const;

/** The reply to a foreign origin (403) or an unexpected error (500): JSON for API calls, else a plain page. */
export function failedReply(request: Request, env: object, status: 403 | 500): Response {
  const { text, ...page } = FAILURES[status];
  if (isApi(request.url)) return refuse(status, text);
  return plainPage(status, { ...page, text, ...readLabelSettings(env), canRetry: true });
}
