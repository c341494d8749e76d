import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useSearchParams } from "@remix-run/react";
import * as v from "valibot";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { MODE_NOT_STORED, noteSchema } from "~/entry/submission-mode";
import { longTime } from "~/platform/formats/dates";
import { readSwitch } from "~/session/own-path";
import { NO_BUTTON, refusal, showForm } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { setMode } from "~/staff/set-mode.server";
import { ModeForm } from "~/views/staff/mode-form";
import { ModeState } from "~/views/staff/mode-state";

const HEADING = "Submission mode";

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const { updatedAt, ...mode } = await context.submissionMode();
  return { ...mode, since: updatedAt && longTime(updatedAt) };
}

interface Reply {
  note: string;
  error: string;
}

export async function action({ request, context }: ActionFunctionArgs) {
  const by = await requireStaff(context);
  const { fields } = await readSwitch(request);
  const typed = fields.get("note") ?? undefined;
  const note = v.safeParse(v.optional(noteSchema), typed);
  if (!note.success)
    return showForm<Reply>(
      context,
      { note: typed ?? "", error: note.issues[0].message },
      { status: 400 },
    );
  const intent = fields.get("intent");
  if (intent !== "open" && intent !== "close" && intent !== "save-note")
    throw refusal(400, NO_BUTTON);
  const submissionsEnabled =
    intent === "save-note"
      ? (await context.submissionMode()).submissionsEnabled
      : intent === "open";
  const wanted = { submissionsEnabled, note: note.output };
  const { requestId } = context.scope;
  if (!(await setMode(context, wanted, { by, requestId })))
    return showForm<Reply>(context, { note: typed ?? "", error: MODE_NOT_STORED }, { status: 503 });
  return redirect("/staff/mode?saved");
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function StaffMode() {
  const { submissionsEnabled, unread, since, updatedBy, note } = useLoaderData<typeof loader>();
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
      <ModeForm isOpen={submissionsEnabled} note={reply?.note ?? note ?? ""} error={reply?.error} />
    </div>
  );
}
