import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { MAX_SAVED_REASONS, savedReasonSchema } from "~/domain/review/saved-reason";
import {
  addSavedReason,
  changeSavedReason,
  listSavedReasons,
} from "~/domain/review/saved-reasons.server";
import type { FieldErrors } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";

const MAX_BYTES = 16 * 1024;
const CHANGED =
  "A colleague changed or removed this reason just before you. This is how it is now.";
const TOO_MANY = `There are ${MAX_SAVED_REASONS} saved reasons already. Remove one first.`;

/** A refused form: `id` is empty for that of a new reason. */
export interface ReasonsReply {
  id: string;
  values: { title: string; text: string };
  errors: FieldErrors;
  trouble?: string;
}

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  return { reasons: await listSavedReasons(context.db) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff", MAX_BYTES);
  const attribution = { by: actor, requestId: context.scope.requestId };
  const id = fields.get("id") ?? "";
  const seen = { id, updatedAt: fields.get("seen") ?? "" };
  const values = { title: fields.get("title") ?? "", text: fields.get("text") ?? "" };
  const refuse = (reply: Partial<ReasonsReply>, status: 400 | 409) =>
    formErrorReply<ReasonsReply>(context, { id, values, errors: {}, ...reply }, { status });
  const intent = fields.get("intent");
  if (intent === "remove") {
    const isRemoved = await changeSavedReason(context, seen, "remove", attribution);
    return isRemoved ? redirect("/staff/reasons?said=removed") : refuse({ trouble: CHANGED }, 409);
  }
  if (intent !== "save") throw refusal(400, NO_BUTTON);
  const reason = v.safeParse(savedReasonSchema, values);
  if (!reason.success) return refuse({ errors: schemaErrors(savedReasonSchema, values) }, 400);
  const isNew = id === "";
  const isSaved = isNew
    ? await addSavedReason(context, reason.output, attribution)
    : await changeSavedReason(context, seen, reason.output, attribution);
  if (!isSaved) return refuse({ trouble: isNew ? TOO_MANY : CHANGED }, 409);
  return redirect("/staff/reasons?said=saved");
}
