import { isRouteErrorResponse, Link, useLocation, useRouteError } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import * as v from "valibot";
import { DRAFT_NOT_FOUND_TITLE, DraftNotFound } from "./draft-not-found";
import { SupportContact } from "./support";

const refusalSchema = v.object({
  refusal: v.string(),
  noDraft: v.optional(v.literal(true)),
});

const headings: Record<number, string> = {
  400: "We couldn't read that",
  403: "You can't open this page",
  404: "We can't find that page",
  405: "We can't do that here",
  408: "That didn't reach us",
  409: "Not just yet",
  410: "This page is gone",
  413: "That's too large",
  415: "We couldn't read that",
  429: "Please slow down a little",
  503: "We’ll be back soon",
};

const texts: Record<number, string> = {
  404: "This page doesn't exist, or it has moved. Check the address, or go back to the start.",
  410: "It does not come back. We keep what you have sent us.",
  429: "We got too many requests in a short time. Nothing you saved is lost. Wait a minute, then try again.",
  503: "We can't answer that just now. What you saved is kept. Please try again in a few minutes.",
};

/** Statuses that may pass by themselves, so that "Try again" makes sense. */
const RETRYABLE_STATUSES = [408, 429, 500, 503];

const discStates: Record<number, string> = { 404: "missing", 410: "over", 500: "broken" };

/** The heading of an error page, also used as its title. */
export function errorHeading(error: unknown): string {
  if (!isRouteErrorResponse(error)) return UNKNOWN_HEADING;
  const result = v.safeParse(refusalSchema, error.data);
  if (result.success && result.output.noDraft) return DRAFT_NOT_FOUND_TITLE;
  return headings[error.status] ?? UNKNOWN_HEADING;
}

const UNKNOWN_HEADING = "Something went wrong";

const artistWays = (status: number) => (
  <>
    <Link to="/submit">Go to your submission</Link>
    <Link to="/">Return to Home</Link>
    {status === 404 && <Link to="/faq">Questions and answers</Link>}
  </>
);

/**
 * The page for every error: what happened, and what to do next.
 * @param ways the links that lead on; those for artists by default.
 */
export function ErrorPage({ error, ways }: { error: unknown; ways?: ReactNode }) {
  const { pathname, search } = useLocation();
  useEffect(() => {
    // Reports errors that a boundary caught as well: see `page-errors.client.ts`.
    window.dispatchEvent(new CustomEvent("error-shown", { detail: error }));
  }, [error]);
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: undefined };
  const result = v.safeParse(refusalSchema, data);
  if (result.success && result.output.noDraft)
    return <DraftNotFound text={result.output.refusal} />;
  const text = result.success
    ? result.output.refusal
    : (texts[status] ??
      "Something went wrong on our side. What you saved is kept. Please try again in a minute.");
  return (
    <div className="disc-page">
      <div className="disc-words">
        <p className="eyebrow">Error {status}</p>
        <h1>{errorHeading(error)}</h1>
        <p className="disc-lead">{text}</p>
        <p className="disc-ways">
          {RETRYABLE_STATUSES.includes(status) && (
            <Link to={pathname + search} reloadDocument>
              Try again
            </Link>
          )}
          {ways ?? artistWays(status)}
        </p>
        {!ways && <SupportContact />}
      </div>
      <div className="disc" data-state={discStates[status]} aria-hidden="true">
        <span>{status}</span>
      </div>
    </div>
  );
}

/** For routes with a form: the root has no data after a refused post, so its page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
