import { data } from "@remix-run/cloudflare";
import type { FormReply } from "~/forms/form-reply";
import { setRetryAfter } from "~/platform/formats/retry-after";
import type { AppContext } from "./app-context";

interface Refusal {
  refusal: string;
  /** Set if there is no draft: the page then offers ways to continue. */
  noDraft?: true | undefined;
  /** Set for a link outside of the site's pages, see `plainPage`. */
  plain?: { title: string; state: "missing" | "over" } | undefined;
}

export const NO_PAGE =
  "This page doesn't exist, or it has moved. Check the address, or go back to the start.";

export const TOO_MANY_LINKS =
  "Somebody tried too many links from your network. Wait a minute, then try again.";

export const NO_BUTTON =
  "This form doesn't have that button. Go back and press one of its buttons.";

const titles: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  408: "Request Timeout",
  409: "Conflict",
  410: "Gone",
  413: "Content Too Large",
  415: "Unsupported Media Type",
  429: "Too Many Requests",
  503: "Service Unavailable",
};

export function refusal(
  status: keyof typeof titles & number,
  text: string,
  options: Omit<Refusal, "refusal"> = {},
): Response {
  return Response.json({ refusal: text, ...options } satisfies Refusal, {
    status,
    statusText: titles[status] ?? "Error",
  });
}

export interface RetryLater {
  /** 429: this visitor's limit; 503: a global limit. */
  status: 429 | 503;
  text: string;
  /** Seconds. */
  wait: number;
}

/**
 * A refusal with Retry-After. The header is set on the scope, because Remix drops headers of
 * thrown Responses.
 */
export function retryLaterResponse(
  { scope }: { scope: Pick<AppContext["scope"], "replyHeaders"> },
  { status, text, wait }: RetryLater,
): Response {
  setRetryAfter(scope.replyHeaders, wait);
  return refusal(status, text);
}

/** @param wait seconds, where a limit was reached. @throws Response 429 then. */
export function throwIfLimited(
  context: Parameters<typeof retryLaterResponse>[0],
  wait: number | undefined,
  text: string,
): void {
  if (wait !== undefined) throw retryLaterResponse(context, { status: 429, text, wait });
}

/** The one way in which an action shows its form again. An error status also sets the page title. */
export function formErrorReply<T extends FormReply>(
  { scope }: { scope: Pick<AppContext["scope"], "isRefused"> },
  reply: T,
  init: { status: number; headers?: HeadersInit },
) {
  if (init.status >= 400) scope.isRefused = true;
  return data(reply, init);
}
