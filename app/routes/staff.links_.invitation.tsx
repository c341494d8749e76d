import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import * as v from "valibot";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { checkInvitationForm, type InvitationForm, invitationFormSchema } from "~/entry/link-forms";
import { waitingPrefill } from "~/entry/waiting-prefill.server";
import { type FieldErrors, hasNoErrors, invalidError } from "~/forms/form-reply";
import { readSmallForm } from "~/pages/read-small-form";
import { boardPrefill } from "~/pages/staff/board-prefill.server";
import { invitationError, itemOfSubmissionError } from "~/pages/staff/invitation-error.server";
import { mailLink, makeInvitation, newLinkSchema } from "~/pages/staff/staff-links.server";
import type { Portal } from "~/session/portal";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { InvitationFields } from "~/views/staff/links/invitation-fields";
import { NewLink } from "~/views/staff/links/new-link";
import staffPage from "~/views/staff/staff-page.module.css";

/** The link can be copied with one press where scripts run. */
export const handle = { scripts: true };

const HEADING = "Invite an artist";
const MAX_BYTES = 64 * 1024;
const NO_ENTRY = "There's no entry of the waiting list at this address, so nobody was invited.";

interface Reply {
  values?: InvitationForm;
  errors?: FieldErrors;
  /** Why nothing was made, said over the form. */
  trouble?: string;
  /** What came of filling in from the board. */
  said?: string;
}

/** The form, filled in from an entry of the waiting list that the address names. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const waiting = new URL(request.url).searchParams.get("waiting");
  const prefill = waiting === null ? undefined : await waitingPrefill(context.db, waiting);
  const shown = await readShownReply(request, context, newLinkSchema);
  return { values: v.parse(invitationFormSchema, prefill ?? {}), shown };
}

/** Makes the invitation; or shows the form again, with what keeps it from being made. */
async function make(
  request: Request,
  context: Portal,
  by: Parameters<typeof mailLink>[1],
  values: InvitationForm,
) {
  const errors = checkInvitationForm(values);
  if (!hasNoErrors(errors))
    return formErrorReply<Reply>(context, { values, errors }, { status: 400 });
  const link = await makeInvitation(context, by, values);
  if (link) return redirectToReply(request, context, { link });
  const why = await invitationError(context, values);
  const failure =
    "form" in why ? { trouble: why.form } : { errors: { mondayItemId: invalidError(why.item) } };
  return formErrorReply<Reply>(context, { values, ...failure }, { status: 409 });
}

/** Shows the form again, with what the item that it names tells of its artist. */
async function fillIn(context: Portal, values: InvitationForm) {
  const itemTrouble = await itemOfSubmissionError(context, values.mondayItemId);
  const came = itemTrouble
    ? ({ ok: false, status: 409, text: itemTrouble } as const)
    : await boardPrefill(context, values);
  if (came.ok) return data<Reply>({ values: came.values, said: came.said });
  const errors = { mondayItemId: invalidError(came.text) };
  return formErrorReply<Reply>(context, { values, errors }, { status: came.status });
}

/**
 * Makes the invitation, which its reply shows this once; or mails it. With one press an entry of the
 * waiting list is invited as it stands.
 */
export async function action({ request, context }: ActionFunctionArgs) {
  const by = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff/links", MAX_BYTES);
  const intent = fields.get("intent") ?? "";
  if (intent === "send") {
    const { link, ...sending } = await mailLink(context, by, "invited", fields.get("token") ?? "");
    return redirectToReply(request, context, { link, sending });
  }
  if (intent === "invite") {
    const values = await waitingPrefill(context.db, fields.get("waitingListId") ?? "");
    if (!values) throw refusal(404, NO_ENTRY);
    return make(request, context, by, values);
  }
  if (!["", "make", "fill"].includes(intent)) throw refusal(400, NO_BUTTON);
  const values = v.parse(invitationFormSchema, Object.fromEntries(fields));
  const { waitingListId } = values;
  if (waitingListId && !(await waitingPrefill(context.db, waitingListId)))
    throw refusal(404, NO_ENTRY);
  return intent === "fill" ? fillIn(context, values) : make(request, context, by, values);
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function InviteArtist() {
  const { values, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<Reply>();
  if (!reply && shown) return <NewLink {...shown} />;
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      {reply?.trouble && (
        <p role="alert" className={staffPage.trouble}>
          {reply.trouble}
        </p>
      )}
      <p className={notice.lead}>
        An invitation is for one release and can be started with for 90 days, even while submissions
        are closed. What you know of the artist is filled in for them.
      </p>
      <InvitationFields
        values={reply?.values ?? values}
        errors={reply?.errors}
        fillNotice={reply?.said}
      />
    </div>
  );
}
