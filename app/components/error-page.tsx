import { isRouteErrorResponse, Link } from "@remix-run/react";
import * as v from "valibot";
import styles from "./notice-page.module.css";

const refusalSchema = v.object({ refusal: v.string() });

const headings: Record<number, string> = {
  400: "We couldn't read that",
  403: "You can't open this page",
  404: "We can't find that page",
  409: "Not just yet",
  413: "That's too large",
  415: "We couldn't read that",
  429: "Please slow down a little",
};

const texts: Record<number, string> = {
  404: "This page does not exist, or it has moved. Check the address, or start from the beginning.",
};

/** What a page of this status is called, in its heading and its title. */
export function errorHeading(status: number): string {
  return headings[status] ?? "Something went wrong";
}

/** Every page that is not what the visitor asked for: what happened, and what to do. */
export function ErrorPage({ error, supportEmail }: { error: unknown; supportEmail?: string }) {
  const { status, data } = isRouteErrorResponse(error) ? error : { status: 500, data: undefined };
  const refused = v.safeParse(refusalSchema, data);
  const text = refused.success
    ? refused.output.refusal
    : (texts[status] ??
      "Something went wrong on our side. What you saved is kept. Please try again in a minute.");
  return (
    <div className={styles.page}>
      <p className={styles.eyebrow}>Error {status}</p>
      <h1>{errorHeading(status)}</h1>
      <p className={styles.lead}>{text}</p>
      <p className={styles.actions}>
        <Link to="/submit">Go to your submission</Link>
        <Link to="/">Return to Home</Link>
      </p>
      {supportEmail && (
        <p className={styles.small}>
          Still stuck? Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
        </p>
      )}
    </div>
  );
}
