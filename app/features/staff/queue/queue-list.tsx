import { RowTable } from "../row-table";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import { QueueEntry, type QueueRow } from "./queue-entry";

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
      columns={["Choose", "Artwork", "Entry", "Status", "Reply due", "Release", "First track"]}
    >
      {rows.map((row) => (
        <QueueEntry key={row.id} row={row} />
      ))}
    </RowTable>
  );
}
