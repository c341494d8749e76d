import { dueShort, dueText } from "~/domain/review/due-text";
import { longDate, shortDate } from "~/platform/formats/dates";

interface DueDateProps {
  dueAt: string;
  overdue: boolean;
  isOwed: boolean;
  /** Days until then; see `daysUntil`. */
  daysLeft: number;
}

/** When a reply is due, in one short form; of what is answered the day. The whole is shown when pointed at. */
export function DueDate({ dueAt, overdue, isOwed, daysLeft }: DueDateProps) {
  const tone = !isOwed ? undefined : overdue ? "bad" : daysLeft === 0 ? "waiting" : undefined;
  return (
    <time
      dateTime={dueAt}
      title={isOwed ? dueText(daysLeft, overdue) : `Was due ${longDate(dueAt)}`}
      data-tone={tone}
    >
      {isOwed ? dueShort(daysLeft, overdue) : shortDate(dueAt).split(",")[0]}
    </time>
  );
}
