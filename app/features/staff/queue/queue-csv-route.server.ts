import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sql } from "drizzle-orm";
import * as v from "valibot";
import { auditEntryOf } from "~/domain/access/staff/audit-entry.server";
import { CSV_START, csvLine } from "~/domain/review/package/csv";
import { streamReviewQueue } from "~/domain/review/queue.server";
import {
  entryLabels,
  kindLabels,
  type QueueFilter,
  readFilter,
} from "~/domain/review/queue-filter";
import { isOverdue, type ReviewItem } from "~/domain/review/review-item";
import type { Database } from "~/platform/database.server";
import { isoDate } from "~/platform/formats/dates";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { requireOwnSite } from "~/session/origin";
import { requireStaff } from "~/session/require-staff";

const HEADERS = [
  ...["kind", "reference", "artist", "release", "email", "status", "due", "overdue"],
  ...["looked after by", "received", "how it came", "sent again", "type", "tracks", "genre"],
  ...[
    "release date",
    "changes asked",
    "snoozed until",
    "findings",
    "shortlisted",
    "rating",
    "tags",
    "notes",
    "id",
  ],
];

const marksSchema = v.array(
  v.object({
    id: v.string(),
    rating: v.nullable(v.number()),
    tags: v.pipe(v.string(), v.parseJson(), v.array(v.string())),
    noteCount: v.number(),
  }),
);
type Marks = v.InferOutput<typeof marksSchema>[number];

async function loadMarks(db: Database, items: readonly ReviewItem[]): Promise<Map<string, Marks>> {
  const ids = JSON.stringify(items.map(({ id }) => id));
  const rows = await db.all(sql`SELECT id, rating, tags,
      (SELECT count(*) FROM staff_notes WHERE item_id = review_items.id) AS noteCount
    FROM review_items WHERE id IN (SELECT value FROM json_each(${ids}))`);
  return new Map(v.parse(marksSchema, rows).map((marks) => [marks.id, marks]));
}

const isEntry = (entry: string): entry is keyof typeof entryLabels => entry in entryLabels;
const toYes = (value: boolean) => (value ? "yes" : "");

function toCsvLine(item: ReviewItem, marks: Marks | undefined, now: Date): string {
  const { kind, reference, artistName, title, email, status, dueAt, createdAt, id } = item;
  const { entry, releaseType, trackCount, genre, releaseDate } = item;
  return csvLine([
    ...[kindLabels[kind], reference, artistName, title, email, status, dueAt],
    ...[toYes(isOverdue(item, now)), item.assignedName ?? "", createdAt],
    ...[isEntry(entry) ? entryLabels[entry] : entry, toYes(item.isResent)],
    ...[releaseType ?? "", trackCount ?? "", genre ?? "", releaseDate ?? ""],
    ...[
      item.changesAskedAt ?? "",
      item.snoozedUntil ?? "",
      toYes(item.hasFindings),
      item.shortlistedAt ?? "",
    ],
    ...[marks?.rating ?? "", marks?.tags.join("; ") ?? "", marks?.noteCount ?? 0, id],
  ]);
}

/** Streams the entries of a filter as CSV, page by page. */
async function exportQueue(
  context: Pick<AppContext, "db" | "clock" | "ids" | "scope">,
  actor: Staff,
  filter: QueueFilter,
): Promise<ReadableStream<Uint8Array>> {
  const now = context.clock();
  await auditEntryOf(context, actor, { action: "queue-exported", at: now })();
  const pages = streamReviewQueue(context.db, filter, { staffId: actor.id, now });
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(CSV_START + csvLine(HEADERS))),
    async pull(controller) {
      const { value: items, done } = await pages.next();
      if (done) return controller.close();
      const marks = await loadMarks(context.db, items);
      const lines = items.map((item) => toCsvLine(item, marks.get(item.id), now));
      controller.enqueue(encoder.encode(lines.join("")));
    },
    cancel: async () => void (await pages.return(undefined)),
  });
}

/** Streams the queue as CSV, all of it unless a view is named; a HEAD request is not recorded as an export. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  requireOwnSite(request);
  const actor = await requireStaff(context);
  const filter = readFilter(new URL(request.url).searchParams);
  const body =
    request.method === "HEAD"
      ? null
      : await exportQueue(context, actor, { ...filter, view: filter.view || "all" });
  const name = `review-queue-${isoDate(context.clock())}.csv`;
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}
