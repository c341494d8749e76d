import { Checkbox, Table, Text, VisuallyHidden } from "@mantine/core";
import { serializeItemVersion } from "~/domain/review/decision";
import { kindLabels } from "~/domain/review/queue-filter";
import { isAwaitingReply, itemName, type ReviewItem } from "~/domain/review/review-item";
import { StatusChip } from "~/ui/status-chip";
import { DueDate } from "../due-date";
import { RowTable } from "../row-table";
import { useShortcuts } from "../shortcuts/use-shortcuts";

interface QueueRow extends ReviewItem {
  overdue: boolean;
  mine: boolean;
  /** The address of its page, including the filter. */
  path: string;
}

/** The id of the form that the rows' checkboxes belong to. */
export const BULK_FORM_ID = "choose";

/** Moves the focus along the rows, without wrapping. */
function move(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>("a[data-row]")];
  const row = document.activeElement?.closest("tr");
  const index = links.findIndex((link) => link.closest("tr") === row);
  const next = links[index < 0 ? 0 : Math.min(links.length - 1, Math.max(0, index + step))];
  next?.focus();
  next?.closest("tr")?.scrollIntoView({ block: "nearest" });
}

/** Toggles the checkbox of the row that has the focus. */
function toggleRow(): void {
  document.activeElement
    ?.closest("tr")
    ?.querySelector<HTMLInputElement>("input[type=checkbox]")
    ?.click();
}

/** The rows of the queue with checkboxes and keyboard shortcuts. */
export function QueueList({ rows }: { rows: readonly QueueRow[] }) {
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    " ": toggleRow,
    "/": () => document.getElementById("queue-search")?.focus(),
  });
  return (
    <RowTable
      label="Review queue"
      columns={["Choose", "Entry", "Status", "Reply due", "Kind and reference", "Looked after by"]}
    >
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </RowTable>
  );
}

function Row({ row }: { row: QueueRow }) {
  const { id, kind, artistName, title, reference, status, dueAt, overdue, mine, path } = row;
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          id={`choose-${id}`}
          name="item[]"
          value={serializeItemVersion(row)}
          form={BULK_FORM_ID}
          aria-label={`Choose ${itemName(row)}`}
        />
      </Table.Td>
      <Table.Th scope="row" fw={400}>
        <Text component="a" href={path} display="block" py="xs" data-row id={`row-${id}`}>
          <strong>{artistName || "No name"}</strong>
          <VisuallyHidden>:</VisuallyHidden>{" "}
          <Text component="span" c="dimmed">
            {kind === "waiting" ? "Waiting list" : title}
          </Text>
        </Text>
      </Table.Th>
      <Table.Td>
        <StatusChip status={status} />
      </Table.Td>
      <Table.Td>
        <DueDate dueAt={dueAt} overdue={overdue} isOwed={isAwaitingReply(row)} />
      </Table.Td>
      <Table.Td c="dimmed">
        {kindLabels[kind]} <VisuallyHidden>Reference </VisuallyHidden>
        {reference}
      </Table.Td>
      <Table.Td c="dimmed">{mine ? "Yours" : row.assignedName}</Table.Td>
    </Table.Tr>
  );
}
