import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import * as v from "valibot";
import {
  checkInvitationForm,
  type InvitationForm,
  invitationFormSchema,
} from "~/domain/access/link-forms";
import { waitingPrefill } from "~/domain/access/waiting-prefill.server";
import { type FormReply, hasNoErrors, invalidError } from "~/forms/form-reply";
import { idsOfPress } from "~/forms/ids-of-press";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { boardPrefill } from "./board-prefill.server";
import { invitationError, itemOfSubmissionError } from "./invitation-error.server";
import { mailLink } from "./mail-link.server";
import { makeInvitation, newLinkSchema } from "./staff-links.server";

const MAX_BYTES = 64 * 1024;

const NO_ENTRY = "There's no entry of the waiting list at this address, so nobody was invited.";

export interface Reply extends FormReply<InvitationForm> {
  /** Result of filling in from the board. */
  said?: string;
}

/** The form, prefilled from the waiting-list entry in the address. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const waiting = new URL(request.url).searchParams.get("waiting");
  const prefill = waiting === null ? undefined : await waitingPrefill(context.db, waiting);
  const newLink = await readShownReply(request, context, newLinkSchema);
  const values = v.parse(invitationFormSchema, prefill ?? {});
  return { values, press: context.ids.secret(), shown: newLink };
}

/** Creates the invitation, or shows the form again with its errors. */
async function createInvitation(
  request: Request,
  context: AppContext,
  actor: Parameters<typeof mailLink>[1],
  values: InvitationForm,
  fields: URLSearchParams,
) {
  const errors = checkInvitationForm(values);
  if (!hasNoErrors(errors))
    return formErrorReply<Reply>(context, { values, errors }, { status: 400 });
  const link = await makeInvitation(context, actor, values, await idsOfPress(context, fields));
  if (link) return redirectToReply(request, context, { link });
  const error = await invitationError(context, values);
  const failure: Pick<Reply, "errors" | "trouble"> =
    "form" in error
      ? { errors: {}, trouble: error.form }
      : { errors: { boardItemId: invalidError(error.item) } };
  return formErrorReply<Reply>(context, { values, ...failure }, { status: 409 });
}

/** Shows the form again, filled from the board item. */
async function fillFromBoard(context: AppContext, values: InvitationForm) {
  const itemError = await itemOfSubmissionError(context, values.boardItemId);
  const result = itemError
    ? ({ ok: false, status: 409, text: itemError } as const)
    : await boardPrefill(context, values);
  if (result.ok) return data<Reply>({ values: result.values, errors: {}, said: result.said });
  const errors = { boardItemId: invalidError(result.text) };
  return formErrorReply<Reply>(context, { values, errors }, { status: result.status });
}

/**
 * Creates an invitation, whose link is shown once, mails it, fills the form from the board, or invites a
 * waiting-list entry with one press.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff/links", MAX_BYTES);
  const intent = fields.get("intent") ?? "";
  if (intent === "send") {
    const { link, ...sending } = await mailLink(
      context,
      actor,
      "invited",
      fields.get("token") ?? "",
    );
    return redirectToReply(request, context, { link, sending });
  }
  if (intent === "invite") {
    const values = await waitingPrefill(context.db, fields.get("waitingListId") ?? "");
    if (!values) throw refusal(404, NO_ENTRY);
    return createInvitation(request, context, actor, values, fields);
  }
  if (!["", "make", "fill"].includes(intent)) throw refusal(400, NO_BUTTON);
  const values = v.parse(invitationFormSchema, Object.fromEntries(fields));
  const { waitingListId } = values;
  if (waitingListId && !(await waitingPrefill(context.db, waitingListId)))
    throw refusal(404, NO_ENTRY);
  return intent === "fill"
    ? fillFromBoard(context, values)
    : createInvitation(request, context, actor, values, fields);
}
