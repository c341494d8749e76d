import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { analyzeStoredTrack } from "~/pages/staff/analyze-track.server";
import { refusal } from "~/session/refusal";
import { requireOwnSite } from "~/session/require-own-site";
import { requireStaff } from "~/session/require-staff";

/** What listening to a stored track has found, as JSON for the page that plays it. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireOwnSite(request);
  const by = await requireStaff(context);
  const findings = await analyzeStoredTrack(context, by, params.uploadId ?? "");
  if (findings === undefined) throw refusal(404, "There's no track at this address.");
  return Response.json({ findings });
}
