import type { MetaFunction } from "@remix-run/cloudflare";
import { Link, useRouteError } from "@remix-run/react";
import { Button } from "~/components/controls";
import { ErrorPage } from "~/components/error-page";
import styles from "~/components/home.module.css";
import { pageTitle } from "~/components/page-title";

const DESCRIPTION =
  "Send us your music, straight from your phone. A person listens to every track, and you hear back within 7-10 business days.";

export const meta: MetaFunction = (page) => [
  ...pageTitle("Submit your music", page),
  { name: "description", content: DESCRIPTION },
];

export default function Home() {
  return (
    <div className={styles.home}>
      <div className={styles.words}>
        <h1 className={styles.title}>Play us something new.</h1>
        <p className={styles.lead}>
          Send us your next single with its artwork and the story behind it. A person listens to
          every track, and you hear back within 7-10 business days.
        </p>
        <p>
          <Button component={Link} to="/submit">
            Submit your music
          </Button>
        </p>
        <p className={styles.small}>
          Have your WAV file and a square JPEG ready. You can stop any time: what you've saved waits
          for you in this browser for 14 days.
        </p>
      </div>
      <div className={styles.sleeve} aria-hidden="true">
        <div className={styles.record} />
      </div>
    </div>
  );
}

/** Were a refused post left to the root, it would lack its own data: brand and help. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
