import { data } from "@remix-run/cloudflare";
import { setRetryAfter } from "~/platform/formats/retry-after";
import type { Portal } from "./portal";

/** What a refusing Response carries to the error page: plain words for the person. */
interface Refusal {
  refusal: string;
  /** Set where the draft is not there: the page then offers the ways on. */
  noDraft?: true | undefined;
  /** Set for a link that is opened outside of all pages: what its page says to a person, see `plainPage`. */
  plain?: { title: string; state: "missing" | "over" } | undefined;
}

/** For an address that leads nowhere. */
export const NO_PAGE =
  "This page doesn't exist, or it has moved. Check the address, or go back to the start.";

/** Whoever tries links that come by mail by the dozen. */
export const TOO_MANY_LINKS =
  "A lot of links were tried from your network just now. Wait a minute, then try again.";

/** For a post that names a button which its form has not. */
export const NO_BUTTON = "This form has no such button. Go back and press one of its own.";

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

/** A Response to throw: the error page shows its sentence under the right status. */
export function refusal(
  status: keyof typeof titles & number,
  text: string,
  more: Omit<Refusal, "refusal"> = {},
): Response {
  return Response.json({ refusal: text, ...more } satisfies Refusal, {
    status,
    statusText: titles[status] ?? "Error",
  });
}

/** Why something is not done now, and when to ask again. */
export interface RetryLater {
  /** 429: this visitor asks too often; 503: the whole house is full. */
  status: 429 | 503;
  text: string;
  /** Seconds. */
  wait: number;
}

/**
 * A refusal that says when to ask again. Remix drops the headers of what is thrown, so they go
 * beside it.
 */
export function retryLaterResponse(
  { scope }: { scope: Pick<Portal["scope"], "replyHeaders"> },
  { status, text, wait }: RetryLater,
): Response {
  setRetryAfter(scope.replyHeaders, wait);
  return refusal(status, text);
}

/**
 * The reply of an action that shows its form again. Where it was refused, the title of the page says
 * so, also without script.
 */
export function formErrorReply<T>(
  { scope }: { scope: Pick<Portal["scope"], "isRefused"> },
  reply: T,
  init: { status: number; headers?: HeadersInit },
) {
  if (init.status >= 400) scope.isRefused = true;
  return data(reply, init);
}
