import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sendPackage } from "~/pages/staff/send-package.server";
import { requireOwnSite } from "~/session/require-own-site";
import { requireStaff } from "~/session/require-staff";

/** Everything of a release as one zip, sent as it is read. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireOwnSite(request);
  const by = await requireStaff(context);
  const isAskedOnly = request.method === "HEAD";
  return sendPackage(context, by, { id: params.submissionId ?? "", isAskedOnly });
}
