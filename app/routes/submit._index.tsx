import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { draftCookieHeader } from "~/session/draft-cookie.server";
import { openVisitorDraft } from "~/session/open-visitor-draft.server";
import { readDraft } from "~/session/require-draft.server";
import { firstOpenStep, stepOf } from "~/submission/steps";

/** Entry of the wizard: continues the draft of this browser, or opens one. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const draft = await readDraft(request, context);
  if (typeof draft === "object" && !draft.submitted)
    return redirect(firstOpenStep(draft.completed).path);
  const { key } = await openVisitorDraft(request, context);
  const path = stepOf("artist").path;
  return redirect(draft === "expired" ? `${path}?expired` : path, {
    headers: { "Set-Cookie": await draftCookieHeader(request, key) },
  });
}
