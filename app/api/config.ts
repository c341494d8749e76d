import type { IRequestStrict } from "itty-router";
import * as v from "valibot";
import { MODE_NOT_STORED, noteSchema } from "~/domain/access/submission-mode";
import { setMode } from "~/domain/review/set-mode.server";
import type { AppContext } from "~/session/app-context";
import { requireStaff } from "~/session/require-staff";
import { readJson, refuse, reply } from "./replies";

const configSchema = v.strictObject({
  submissionsEnabled: v.boolean(),
  note: v.optional(noteSchema),
});

/** GET /api/config */
export async function getConfig(_: IRequestStrict, { entry }: AppContext): Promise<Response> {
  const { submissionsEnabled } = await entry.mode();
  return reply(200, { submissionsEnabled });
}

/** POST /api/config/set: opens or closes submissions, with a new `note` or the current one. For staff. */
export async function setConfig(request: IRequestStrict, context: AppContext): Promise<Response> {
  const actor = await requireStaff(context);
  const input = await readJson(request, configSchema);
  if (!input.ok) return input.response;
  const { requestId } = context.scope;
  const result = await setMode(context, input.body, { by: actor, requestId });
  if (result.kind !== "set") return refuse(503, MODE_NOT_STORED);
  return reply(200, { success: true, submissionsEnabled: result.mode.submissionsEnabled });
}
