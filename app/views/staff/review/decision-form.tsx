import { Button } from "~/components/controls";
import type { ReviewItem } from "~/staff/review/review-item";
import type { ReviewReply } from "~/staff/review/review-reply";
import { DecisionFields } from "../decision-fields";
import { MailPreview } from "../mail-preview";
import styles from "./review.module.css";

/** Sets the status; the mail is shown before it goes, and nothing goes without that. */
export function DecisionForm({ item, reply }: { item: ReviewItem; reply: ReviewReply }) {
  const { values, errors, preview } = reply;
  const { status, reason } = values;
  return (
    <form method="post" action="#desk" className={styles.stack} aria-label="Decide">
      <h2>Decide</h2>
      <input type="hidden" name="revision" value={item.revision} />
      {preview ? (
        <>
          <input type="hidden" name="status" value={status} />
          <input type="hidden" name="reason" value={reason} />
          <MailPreview {...preview} to={item.email} />
          <p className={styles.buttons}>
            <Button type="submit" name="intent" value="set">
              Set the status and send this
            </Button>
            <Button type="submit" name="intent" value="change" variant="default">
              Change it
            </Button>
          </p>
        </>
      ) : (
        <>
          <DecisionFields idPrefix="decide" values={values} errors={errors} />
          <p>
            <Button type="submit" name="intent" value="preview">
              See the email first
            </Button>
          </p>
        </>
      )}
    </form>
  );
}
