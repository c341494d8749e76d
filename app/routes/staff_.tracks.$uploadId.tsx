import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { analyzeStoredTrack } from "~/features/staff/review/analyze-track.server";
import { requireOwnSite } from "~/session/origin";
import { refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";

/** The analysis of a stored track as JSON, for the player of the page. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  requireOwnSite(request);
  const actor = await requireStaff(context);
  const findings = await analyzeStoredTrack(context, actor, params.uploadId ?? "");
  if (findings === undefined) throw refusal(404, "There's no track at this address.");
  return Response.json({ findings });
}
