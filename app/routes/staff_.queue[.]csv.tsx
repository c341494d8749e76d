import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { exportQueue } from "~/pages/staff/export-queue.server";
import { isoDate } from "~/platform/formats/dates";
import { requireOwnSite } from "~/session/require-own-site";
import { requireStaff } from "~/session/require-staff";

/** The whole queue as CSV, sent as it is read; asked only what it would be, nobody has exported it. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  requireOwnSite(request);
  const by = await requireStaff(context);
  const body = request.method === "HEAD" ? null : await exportQueue(context, by);
  const name = `review-queue-${isoDate(context.clock())}.csv`;
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}
