import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readFilter } from "~/domain/review/queue-filter";
import { isoDate } from "~/platform/formats/dates";
import { requireOwnSite } from "~/session/origin";
import { requireStaff } from "~/session/require-staff";
import { exportQueue } from "./export-queue.server";

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
