import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { MAX_SAVED_REASONS, reasonKinds, savedReasonSchema } from "~/domain/review/saved-reason";
import {
  addSavedReason,
  changeSavedReason,
  listSavedReasons,
  type ReasonResult,
} from "~/domain/review/saved-reasons.server";
import { type FormReply, invalidError } from "~/forms/form-reply";
import { schemaErrors } from "~/forms/schema-errors";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";

const MAX_BYTES = 16 * 1024;
const TROUBLES = {
  changed: "A colleague changed or removed this reason just before you. This is how it is now.",
  full: `There are ${MAX_SAVED_REASONS} saved reasons of this kind already. Remove one first.`,
};
const DIGIT_TAKEN = "Another reason has this key. Choose a free one, or change that reason first.";

type ReasonField = "kind" | "title" | "text" | "digit" | "finding" | "answer";

/** A refused form: `id` is empty for that of a new reason. */
export interface ReasonsReply extends FormReply<Record<ReasonField, string>> {
  id: string;
}

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { db, clock } = context;
  return {
    kinds: await Promise.all(
      reasonKinds.map(async (kind) => {
        return { kind, reasons: await listSavedReasons(db, kind, clock()) };
      }),
    ),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff", MAX_BYTES);
  const attribution = { by: actor, requestId: context.scope.requestId };
  const id = fields.get("id") ?? "";
  const seen = { id, updatedAt: fields.get("seen") ?? "" };
  const value = (name: ReasonField) => fields.get(name) ?? "";
  const values = {
    ...{ kind: value("kind"), title: value("title"), text: value("text") },
    ...{ digit: value("digit"), finding: value("finding"), answer: value("answer") || "fix" },
  };
  const refuse = (reply: Partial<ReasonsReply>, status: 400 | 409) =>
    formErrorReply<ReasonsReply>(context, { id, values, errors: {}, ...reply }, { status });
  const settle = (result: ReasonResult, said: string) =>
    result === "done"
      ? redirect(`/staff/reasons?${said}`)
      : result === "taken"
        ? refuse({ errors: { digit: invalidError(DIGIT_TAKEN) } }, 409)
        : refuse({ trouble: TROUBLES[result] }, 409);
  const intent = fields.get("intent");
  if (intent === "remove")
    return settle(await changeSavedReason(context, seen, "remove", attribution), "removed");
  if (intent !== "save") throw refusal(400, NO_BUTTON);
  const reason = v.safeParse(savedReasonSchema, values);
  if (!reason.success) return refuse({ errors: schemaErrors(savedReasonSchema, values) }, 400);
  const result =
    id === ""
      ? await addSavedReason(context, reason.output, attribution)
      : await changeSavedReason(context, seen, reason.output, attribution);
  return settle(result, "saved");
}
