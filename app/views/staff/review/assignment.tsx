import { Button } from "~/components/controls";
import type { ReviewItem } from "~/staff/review/review-item";
import styles from "./review.module.css";

/** Who looks after the entry, and how that changes. */
export function Assignment({ item, mine }: { item: ReviewItem; mine: boolean }) {
  const { assignedTo, assignedName } = item;
  return (
    <form
      method="post"
      action="#desk"
      className={styles.assignment}
      aria-label="Who looks after it"
    >
      <p>
        {mine ? (
          <strong>Yours</strong>
        ) : assignedTo ? (
          <>
            <strong>{assignedName}</strong> looks after this
          </>
        ) : (
          "Nobody looks after this yet"
        )}
      </p>
      {assignedTo && <input type="hidden" name="from" value={assignedTo} />}
      <Button type="submit" name="intent" value={mine ? "give-back" : "take"} variant="default">
        {mine ? "Give it back" : assignedTo ? "Take it over" : "Take it"}
      </Button>
    </form>
  );
}
