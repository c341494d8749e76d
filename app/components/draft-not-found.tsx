import { Form, Link } from "@remix-run/react";
import { Button } from "./controls";
import styles from "./notice-page.module.css";
import { SupportContact } from "./support";

export const DRAFT_NOT_FOUND_TITLE = "We can't find your draft";

/**
 * For whoever has no draft, or no longer: why, and the ways on.
 * @param text what happened. @param other whether this browser has another draft, which stays.
 */
export function DraftNotFound({ text, other }: { text: string; other?: boolean }) {
  return (
    <div className={styles.page}>
      <h1>{DRAFT_NOT_FOUND_TITLE}</h1>
      <p className={styles.lead}>{text}</p>
      <div className={styles.buttons}>
        <DraftNotFoundLinks other={other} />
      </div>
      <SupportContact />
    </div>
  );
}

/** The two ways on; a new page load, since what this tab still holds belongs to no draft any more. */
export function DraftNotFoundLinks({ other }: { other?: boolean | undefined }) {
  return (
    <>
      {other ? (
        <Button component={Link} to="/submit" reloadDocument>
          Go to your submission
        </Button>
      ) : (
        <Form method="post" action="/submit?index" reloadDocument>
          <Button type="submit" name="intent" value="start-new">
            Start again
          </Button>
        </Form>
      )}
      <Button component={Link} to="/submit/open" variant="default" reloadDocument>
        Open my link
      </Button>
    </>
  );
}
