import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sendPackage } from "~/features/staff/review/send-package.server";
import { requireOwnSite } from "~/session/origin";
import { requireStaff } from "~/session/require-staff";

/** Streams everything of a release as a zip. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireOwnSite(request);
  const actor = await requireStaff(context);
  const isHead = request.method === "HEAD";
  return sendPackage(context, actor, { id: params.submissionId ?? "", isHead });
}
