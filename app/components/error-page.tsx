import { isRouteErrorResponse, Link } from "@remix-run/react";
import * as v from "valibot";
import { DRAFT_NOT_FOUND_TITLE, DraftNotFound } from "./draft-not-found";
import styles from "./notice-page.module.css";
import { Support } from "./support";

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
  410: "This is over",
  413: "That's too large",
  415: "We couldn't read that",
  429: "Please slow down a little",
};

const texts: Record<number, string> = {
  404: "This page doesn't exist, or it has moved. Check the address, or go back to the start.",
};

/** What the page of an error is called, in its heading and its title. */
export function errorHeading(error: unknown): string {
  if (!isRouteErrorResponse(error)) return UNKNOWN;
  const refused = v.safeParse(refusalSchema, error.data);
  if (refused.success && refused.output.noDraft) return DRAFT_NOT_FOUND_TITLE;
  return headings[error.status] ?? UNKNOWN;
}

const UNKNOWN = "Something went wrong";

/** Every page that is not what the visitor asked for: what happened, and what to do. */
export function ErrorPage({ error }: { error: unknown }) {
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: undefined };
  const refused = v.safeParse(refusalSchema, data);
  if (refused.success && refused.output.noDraft)
    return <DraftNotFound text={refused.output.refusal} />;
  const text = refused.success
    ? refused.output.refusal
    : (texts[status] ??
      "Something went wrong on our side. What you saved is kept. Please try again in a minute.");
  return (
    <div className={styles.page}>
      <p className={styles.eyebrow}>Error {status}</p>
      <h1>{errorHeading(error)}</h1>
      <p className={styles.lead}>{text}</p>
      <p className={styles.actions}>
        <Link to="/submit">Go to your submission</Link>
        <Link to="/">Return to Home</Link>
      </p>
      <Support />
    </div>
  );
}
