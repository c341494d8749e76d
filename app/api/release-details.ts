import type { AppLoadContext as Portal } from "@remix-run/cloudflare";
import type { IRequestStrict } from "itty-router";
import {
  postedDetails,
  postedSplits,
  requireRelease,
  saveRelease,
} from "~/session/own-release.server";
import { readTypedForm } from "~/session/typed-form.server";
import { refuse, reply } from "./replies";

const CHANGED_ELSEWHERE = "This release was changed in another tab or on another device.";

/**
 * PUT /api/release-details/{id}/details and …/splits: what is typed on the page of that name, saved on the
 * way. The body is the page's form, with the token of the answers it shows in `version`.
 */
export async function saveReleasePart(request: IRequestStrict, portal: Portal): Promise<Response> {
  const { id, part } = request.params;
  if (part !== "details" && part !== "splits") return refuse(404, "There is no such page.");
  const release = await requireRelease(request, portal, id);
  const fields = await readTypedForm(request);
  const value = part === "details" ? postedDetails(release, fields) : postedSplits(release, fields);
  const saved = await saveRelease(portal, release, { part, value, fields });
  const { kind, token: version, savedAt } = saved;
  if (kind === "saved") return reply(200, { success: true, version, savedAt });
  return refuse(409, CHANGED_ELSEWHERE, { conflict: true, version, savedAt });
}
