import { VisuallyHidden } from "@mantine/core";
import { useRef } from "react";
import { serializeItemVersion } from "~/domain/review/decision";
import { kindLabels } from "~/domain/review/queue-filter";
import { isAwaitingReply, itemName, type ReviewItem } from "~/domain/review/review-item";
import { StatusChip } from "~/ui/status-chip";
import { DueDate } from "../due-date";
import { useShortcuts } from "../shortcuts/use-shortcuts";
import styles from "./queue-list.module.css";

interface QueueRow extends ReviewItem {
  overdue: boolean;
  mine: boolean;
  /** The address of its page, including the filter. */
  path: string;
}

/** The id of the form that the rows' checkboxes belong to. */
export const BULK_FORM_ID = "choose";
const LINK = "a[data-row]";

/** Moves the focus along the rows, without wrapping. */
function move(list: HTMLElement | null, step: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>(LINK) ?? [])];
  const row = document.activeElement?.closest("li");
  const index = links.findIndex((link) => link.closest("li") === row);
  const next = links[index < 0 ? 0 : Math.min(links.length - 1, Math.max(0, index + step))];
  next?.focus();
  next?.closest("li")?.scrollIntoView({ block: "nearest" });
}

/** Toggles the checkbox of the row that has the focus. */
function toggleRow(): void {
  document.activeElement
    ?.closest("li")
    ?.querySelector<HTMLInputElement>("input[type=checkbox]")
    ?.click();
}

/** The rows of the queue with checkboxes and keyboard shortcuts. */
export function QueueList({ rows }: { rows: readonly QueueRow[] }) {
  const list = useRef<HTMLOListElement>(null);
  useShortcuts({
    j: () => move(list.current, 1),
    k: () => move(list.current, -1),
    " ": toggleRow,
    "/": () => document.getElementById("queue-search")?.focus(),
  });
  return (
    <ol ref={list} className={styles.list}>
      {rows.map((row) => (
        <Row key={row.id} row={row} />
      ))}
    </ol>
  );
}

function Row({ row }: { row: QueueRow }) {
  const { id, kind, artistName, title, reference, status, dueAt, overdue, mine, path } = row;
  return (
    <li className={styles.row} data-overdue={overdue || undefined}>
      <label className={styles.choose}>
        <input
          type="checkbox"
          name="item[]"
          value={serializeItemVersion(row)}
          form={BULK_FORM_ID}
        />
        <VisuallyHidden>Choose {itemName(row)}</VisuallyHidden>
      </label>
      <p className={styles.name}>
        <a href={path} data-row id={`row-${id}`}>
          <span className={styles.artist}>{artistName || "No name"}</span>
          <VisuallyHidden>: </VisuallyHidden>
          <span className={styles.title}>{kind === "waiting" ? "Waiting list" : title}</span>
        </a>
      </p>
      <p className={styles.status}>
        <StatusChip status={status} />
      </p>
      <p className={styles.due}>
        <DueDate dueAt={dueAt} overdue={overdue} isOwed={isAwaitingReply(row)} />
      </p>
      <p className={styles.reference}>
        <span className={styles.kind}>{kindLabels[kind]}</span>{" "}
        <VisuallyHidden>Reference </VisuallyHidden>
        {reference}
      </p>
      <p className={styles.who}>{mine ? "Yours" : row.assignedName}</p>
    </li>
  );
}
