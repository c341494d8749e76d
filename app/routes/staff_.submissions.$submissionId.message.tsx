import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sendMessage } from "~/features/staff/delivery/send-message.server";
import { requireOwnSite } from "~/session/origin";
import { requireStaff } from "~/session/require-staff";

/** The message of a release as a file. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireOwnSite(request);
  const actor = await requireStaff(context);
  const isHead = request.method === "HEAD";
  return sendMessage(context, actor, { id: params.submissionId ?? "", isHead });
}
