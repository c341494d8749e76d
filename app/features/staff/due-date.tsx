import { shortDate } from "~/platform/formats/dates";
import styles from "./due-date.module.css";

/** The due date of a reply; overdue is shown in words, colour and a mark. */
export function DueDate(props: { dueAt: string; overdue: boolean; isOwed: boolean }) {
  const { dueAt, overdue, isOwed } = props;
  const day = <time dateTime={dueAt}>{shortDate(dueAt)}</time>;
  if (overdue)
    return (
      <span className={styles.due} data-overdue>
        <span className={styles.mark} aria-hidden="true">
          !
        </span>
        Overdue since {day}
      </span>
    );
  return (
    <span className={styles.due}>
      {isOwed ? "Due " : "Was due "}
      {day}
    </span>
  );
}
