import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import { keepTypedProfile } from "~/session/edit-profile.server";
import { requireArtist } from "~/session/require-artist";
import { readTypedForm } from "~/session/typed-form.server";
import { refuse, reply } from "./replies";

const CHANGED_ELSEWHERE = "Your profile was changed in another tab or on another device.";

/**
 * PUT /api/profile/form: what is typed on /edit-profile, kept on the way; nothing of it counts before it
 * is saved there. The body is the page's form, with the token of what it shows in `version`.
 */
export async function keepProfileForm(request: Request, portal: Portal): Promise<Response> {
  const artist = await requireArtist(request, portal);
  const kept = await keepTypedProfile(portal, artist, await readTypedForm(request));
  const { kind, token: version, at: savedAt } = kept;
  if (kind === "kept") return reply(200, { success: true, version, savedAt });
  return refuse(409, CHANGED_ELSEWHERE, { conflict: true, version, savedAt });
}
