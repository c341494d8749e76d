import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { readSmallForm } from "~/pages/read-small-form";
import { modePost, type ShownMode } from "~/pages/staff/mode-post.server";
import { longTime } from "~/platform/formats/dates";
import { formErrorReply } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { ModeForm } from "~/views/staff/mode-form";
import { ModeState } from "~/views/staff/mode-state";

const HEADING = "Submission mode";
/** Room for the note and the one displayed before, in any script. */
const MAX_BYTES = 16 * 1024;

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { updatedAt, ...mode } = await context.entry.mode();
  const state = mode.submissionsEnabled ? "open" : "closed";
  const displayedMode: ShownMode = {
    mode: mode.unread ? "unread" : state,
    note: mode.note ?? "",
    at: updatedAt ?? "",
  };
  return { ...mode, since: updatedAt && longTime(updatedAt), shown: displayedMode };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff", MAX_BYTES);
  const refusal = await modePost(context, actor, fields);
  if (refusal) return formErrorReply(context, refusal.reply, { status: refusal.status });
  return redirect("/staff/mode?saved");
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function StaffMode() {
  const { submissionsEnabled, unread, since, updatedBy, shown } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <div className={notice.page}>
      <h1>{HEADING}</h1>
      {params.has("saved") && !reply && (
        <p role="status">Saved. It reaches every artist within a minute.</p>
      )}
      <ModeState submissionsEnabled={submissionsEnabled} unread={unread} />
      {since && (
        <p className={notice.small}>
          Changed last by {updatedBy ?? "somebody"}, {since}.
        </p>
      )}
      {reply?.isConflict && (
        <p>
          <a href="/staff/mode" target="_blank" rel="noreferrer">
            See how it stands now, in a new tab
          </a>
        </p>
      )}
      <ModeForm
        isOpen={submissionsEnabled}
        current={reply?.shown ?? shown}
        note={reply?.note ?? shown.note}
        error={reply?.error}
      />
    </div>
  );
}
