import type { IRequestStrict } from "itty-router";
import { storeTypedProfile } from "~/features/portal/profile/edit-profile.server";
import { readTypedForm } from "~/features/portal/read-autosave-form.server";
import {
  postedDetails,
  postedSplits,
  requireRelease,
  saveRelease,
} from "~/features/portal/release/own-release.server";
import type { AppContext } from "~/session/app-context";
import { requireArtist } from "~/session/require-artist";
import { refuse, reply } from "./replies";

const changedElsewhere = (subject: string) =>
  `${subject} was changed in another tab or on another device.`;

/**
 * PUT /api/profile/form: autosaves /edit-profile as a draft. The body is the page's form, with the
 * version it displays in `version`.
 */
export async function autosaveProfile(request: Request, context: AppContext): Promise<Response> {
  const artist = await requireArtist(request, context, "write");
  const outcome = await storeTypedProfile(context, artist, await readTypedForm(request));
  const { kind, token: version, at: savedAt } = outcome;
  if (kind === "saved") return reply(200, { success: true, version, savedAt });
  return refuse(409, changedElsewhere("Your profile"), { conflict: true, version, savedAt });
}

/**
 * PUT /api/release-details/{id}/details and …/splits: autosaves the page of that name. The body is the
 * page's form, with the version it displays in `version`.
 */
export async function saveReleasePart(request: IRequestStrict, context: AppContext) {
  const { id, part } = request.params;
  if (part !== "details" && part !== "splits") return refuse(404, "There is no such page.");
  const release = await requireRelease(request, context, id, "write");
  const fields = await readTypedForm(request);
  const value = part === "details" ? postedDetails(release, fields) : postedSplits(release, fields);
  const result = await saveRelease(context, release, { part, value, fields });
  const { kind, token: version, savedAt } = result;
  if (kind === "saved") return reply(200, { success: true, version, savedAt });
  return refuse(409, changedElsewhere("This release"), { conflict: true, version, savedAt });
}
