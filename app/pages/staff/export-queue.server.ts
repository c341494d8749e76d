import type { Staff } from "~/platform/principal";
import type { Portal } from "~/session/portal";
import { CSV_START, csvLine } from "~/staff/package/csv";
import { wholeQueue } from "~/staff/review/queue.server";
import { kindLabels } from "~/staff/review/queue-filter";
import { isOverdue, type ReviewItem } from "~/staff/review/review-item";
import { auditEntryOf } from "../audit-entry.server";

const HEAD = [
  ...["kind", "reference", "artist", "release", "email", "status", "due", "overdue"],
  ...["looked after by", "received", "id"],
];

function lineOf(item: ReviewItem, now: Date): string {
  const { kind, reference, artistName, title, email, status, dueAt, createdAt, id } = item;
  return csvLine([
    ...[kindLabels[kind], reference, artistName, title, email, status, dueAt],
    ...[isOverdue(item, now) ? "yes" : "", item.assignedName ?? "", createdAt, id],
  ]);
}

/** Streams the whole queue as CSV, page by page. */
export async function exportQueue(
  portal: Pick<Portal, "db" | "clock" | "ids" | "scope">,
  by: Staff,
): Promise<ReadableStream<Uint8Array>> {
  const now = portal.clock();
  await auditEntryOf(portal, by, { action: "queue-exported", at: now })();
  const parts = wholeQueue(portal.db, { staffId: by.id, now });
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start: (lines) => lines.enqueue(encoder.encode(CSV_START + csvLine(HEAD))),
    async pull(lines) {
      const { value: items, done } = await parts.next();
      if (done) return lines.close();
      lines.enqueue(encoder.encode(items.map((item) => lineOf(item, now)).join("")));
    },
    cancel: async () => void (await parts.return(undefined)),
  });
}
