import { CSV_START, csvLine } from "~/domain/review/package/csv";
import { streamReviewQueue } from "~/domain/review/queue.server";
import { kindLabels, type QueueFilter } from "~/domain/review/queue-filter";
import { isOverdue, type ReviewItem } from "~/domain/review/review-item";
import type { Staff } from "~/platform/principal";
import { auditEntryOf } from "~/session/audit-entry.server";
import type { Portal } from "~/session/portal";

const HEADERS = [
  ...["kind", "reference", "artist", "release", "email", "status", "due", "overdue"],
  ...["looked after by", "received", "id"],
];

function toCsvLine(item: ReviewItem, now: Date): string {
  const { kind, reference, artistName, title, email, status, dueAt, createdAt, id } = item;
  return csvLine([
    ...[kindLabels[kind], reference, artistName, title, email, status, dueAt],
    ...[isOverdue(item, now) ? "yes" : "", item.assignedName ?? "", createdAt, id],
  ]);
}

/** Streams the entries of a filter as CSV, page by page. */
export async function exportQueue(
  portal: Pick<Portal, "db" | "clock" | "ids" | "scope">,
  actor: Staff,
  filter: QueueFilter,
): Promise<ReadableStream<Uint8Array>> {
  const now = portal.clock();
  await auditEntryOf(portal, actor, { action: "queue-exported", at: now })();
  const pages = streamReviewQueue(portal.db, filter, { staffId: actor.id, now });
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(CSV_START + csvLine(HEADERS))),
    async pull(controller) {
      const { value: items, done } = await pages.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(items.map((item) => toCsvLine(item, now)).join("")));
    },
    cancel: async () => void (await pages.return(undefined)),
  });
}
