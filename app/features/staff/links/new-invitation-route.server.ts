import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { and, eq, isNull } from "drizzle-orm";
import * as v from "valibot";
import { invitations } from "~/domain/access/entry-tables.server";
import {
  checkInvitationForm,
  type InvitationForm,
  invitationFormSchema,
} from "~/domain/access/link-forms";
import { invitationOfEntry } from "~/domain/access/link-list.server";
import { invitedEntry, waitingPrefill } from "~/domain/access/waiting-prefill.server";
import { submissions } from "~/domain/submission/submission-tables.server";
import { type FormReply, hasNoErrors, invalidError } from "~/forms/form-reply";
import { idsOfPress } from "~/forms/ids-of-press";
import type { Staff } from "~/platform/principal";
import type { AppContext } from "~/session/app-context";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { boardPrefill } from "./board-prefill.server";
import { mailLink } from "./mail-links.server";
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

const ITEM_INVITED = "This item already has an invitation. If it was lost, deactivate it first.";
const ITEM_USED =
  "This item's invitation was used, and an item is for one release. Leave the number out, and the next release gets its own item.";
const ENTRY_INVITED =
  "This entry of the waiting list already has an invitation. If it was lost, deactivate it first.";
const ENTRY_USED =
  "This entry of the waiting list already had an invitation, and it was used. For another release, invite the artist without this entry and its item.";

/** The error if a submission already has this board item. */
async function itemOfSubmissionError({ db }: Pick<AppContext, "db">, itemId: string) {
  const { reference, artistName, boardItemId } = submissions;
  const [row] = await db
    .select({ reference, artistName })
    .from(submissions)
    .where(eq(boardItemId, itemId));
  return (
    row &&
    `This item belongs to submission ${row.reference} by ${row.artistName}. Another release would overwrite it: leave the number out.`
  );
}

const itemErrorReply = (text: string) => ({ errors: { boardItemId: invalidError(text) } });

/** Why there is no invitation: an error of the board item, or of the form as a whole. */
async function invitationError(context: Pick<AppContext, "db" | "clock">, form: InvitationForm) {
  const { db, clock } = context;
  const entry = await invitedEntry(db, form);
  const entryInvitation = entry && (await invitationOfEntry(db, entry, clock()));
  if (entryInvitation)
    return {
      errors: {},
      trouble: entryInvitation.redeemedBy === null ? ENTRY_INVITED : ENTRY_USED,
    };
  const itemError = await itemOfSubmissionError(context, form.boardItemId);
  if (itemError) return itemErrorReply(itemError);
  const [invitation] = await db
    .select({ by: invitations.redeemedBy })
    .from(invitations)
    .where(and(eq(invitations.boardItemId, form.boardItemId), isNull(invitations.deactivatedAt)));
  return itemErrorReply(invitation?.by ? ITEM_USED : ITEM_INVITED);
}

async function createInvitation(
  request: Request,
  context: AppContext,
  actor: Staff,
  values: InvitationForm,
  fields: URLSearchParams,
) {
  const errors = checkInvitationForm(values);
  if (!hasNoErrors(errors))
    return formErrorReply<Reply>(context, { values, errors }, { status: 400 });
  const link = await makeInvitation(context, actor, values, await idsOfPress(context, fields));
  if (link) return redirectToReply(request, context, { link });
  const failure = await invitationError(context, values);
  return formErrorReply<Reply>(context, { values, ...failure }, { status: 409 });
}

async function fillFromBoard(context: AppContext, values: InvitationForm) {
  const itemError = await itemOfSubmissionError(context, values.boardItemId);
  const result = itemError
    ? ({ ok: false, status: 409, text: itemError } as const)
    : await boardPrefill(context, values);
  if (result.ok) return data<Reply>({ values: result.values, errors: {}, said: result.said });
  const failure = itemErrorReply(result.text);
  return formErrorReply<Reply>(context, { values, ...failure }, { status: result.status });
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
    const token = fields.get("token") ?? "";
    return redirectToReply(request, context, await mailLink(context, actor, "invited", token));
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
