import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { isoDate } from "~/platform/formats/dates";
import { requireOwnSite } from "~/session/require-own-site";
import { requireStaff } from "~/session/require-staff";
import { exportQueue } from "./export-queue.server";

/** Streams the queue as CSV; a HEAD request is not recorded as an export. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  requireOwnSite(request);
  const actor = await requireStaff(context);
  const body = request.method === "HEAD" ? null : await exportQueue(context, actor);
  const name = `review-queue-${isoDate(context.clock())}.csv`;
  return new Response(body, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="${name}"`,
    },
  });
}
