import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { findStaffSettings, saveStaffSettings } from "~/domain/access/staff/staff-settings.server";
import { flag } from "~/forms/fields";
import { readSmallForm } from "~/session/read-small-form";
import { NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";

/** An unticked box is not posted. */
const settingsSchema = v.object({
  playsNext: v.optional(flag, false),
});

export async function loader({ context }: LoaderFunctionArgs) {
  const { id, name } = await requireStaff(context);
  return { name, settings: await findStaffSettings(context.db, id) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { id } = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff");
  if (fields.get("intent") !== "save") throw refusal(400, NO_BUTTON);
  const settings = v.parse(settingsSchema, Object.fromEntries(fields));
  await saveStaffSettings(context.db, id, settings, context.clock());
  return redirect("/staff/settings?saved");
}
