import { Badge, Text } from "@mantine/core";
import { dueText } from "~/domain/review/due-text";
import { shortDate } from "~/platform/formats/dates";

interface DueDateProps {
  dueAt: string;
  overdue: boolean;
  isOwed: boolean;
  /** Says the days until then in words; see `daysUntil`. */
  daysLeft?: number;
}

/** The due date of a reply; overdue is shown in words, colour and a mark. */
export function DueDate({ dueAt, overdue, isOwed, daysLeft }: DueDateProps) {
  const date = shortDate(dueAt);
  const day = <time dateTime={dueAt}>{date}</time>;
  const words = isOwed && daysLeft !== undefined && (
    <time dateTime={dueAt} title={date}>
      {dueText(daysLeft, overdue)}
    </time>
  );
  if (overdue)
    return (
      <Badge
        component="span"
        color="bad"
        size="lg"
        tt="none"
        leftSection={<span aria-hidden="true">!</span>}
      >
        {words || <>Overdue since {day}</>}
      </Badge>
    );
  return (
    <Text component="span" size="sm" c="dimmed">
      {words || (
        <>
          {isOwed ? "Due " : "Was due "}
          {day}
        </>
      )}
    </Text>
  );
}
