import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireStaff } from "~/session/require-staff";
import { sendPackage } from "~/session/send-package.server";

/** Everything of a release as one zip, sent as it is read. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const by = await requireStaff(context);
  return sendPackage(context, by, params.submissionId ?? "");
}
