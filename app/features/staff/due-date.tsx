import { Badge, Text } from "@mantine/core";
import { shortDate } from "~/platform/formats/dates";

/** The due date of a reply; overdue is shown in words, colour and a mark. */
export function DueDate(props: { dueAt: string; overdue: boolean; isOwed: boolean }) {
  const { dueAt, overdue, isOwed } = props;
  const day = <time dateTime={dueAt}>{shortDate(dueAt)}</time>;
  if (overdue)
    return (
      <Badge
        component="span"
        color="bad"
        size="lg"
        tt="none"
        leftSection={<span aria-hidden="true">!</span>}
      >
        Overdue since {day}
      </Badge>
    );
  return (
    <Text component="span" size="sm" c="dimmed">
      {isOwed ? "Due " : "Was due "}
      {day}
    </Text>
  );
}
