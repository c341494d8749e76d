import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sendSheet } from "~/features/staff/sheets/send-sheet.server";
import { requireOwnSite } from "~/session/origin";
import { requireStaff } from "~/session/require-staff";

/** A release as a sheet for a distributor. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireOwnSite(request);
  const actor = await requireStaff(context);
  return sendSheet(context, actor, {
    ids: [params.submissionId ?? ""],
    fields: new URL(request.url).searchParams,
    isHead: request.method === "HEAD",
  });
}
