import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { pageTitle } from "~/components/page-title";
import { readSmallForm } from "~/pages/read-small-form";
import {
  decideSeveral,
  packDone,
  type SeveralReply,
  shownDoneSchema,
  unpackDone,
} from "~/pages/staff/bulk-decide.server";
import { formErrorReply } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { filterQuery, readFilter } from "~/staff/review/queue-filter";
import { BulkConfirm, BulkResult } from "~/views/staff/queue/bulk-decision";
import styles from "~/views/staff/staff-page.module.css";

const HEADING = "Set a status for several";
/** Room for 50 entries and a reason. */
const MAX_BYTES = 32 * 1024;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const shown = await readShownReply(request, context, shownDoneSchema);
  return { shown: shown && { ...(await unpackDone(context, shown.done)), back: shown.back } };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff", MAX_BYTES);
  const back = filterQuery(readFilter(new URLSearchParams(fields.get("back") ?? "")));
  const { reply, status } = await decideSeveral(context, actor, fields);
  if (reply.kind === "done")
    return redirectToReply(request, context, { back, done: packDone(reply) }, { ...reply, back });
  return formErrorReply(context, { ...reply, back }, { status });
}

export const meta: MetaFunction = (page) => pageTitle(HEADING, page);

export default function DecideSeveral() {
  const { shown } = useLoaderData<typeof loader>();
  const posted = useActionData<SeveralReply & { back: string }>();
  const reply = posted ?? shown;
  const back = reply?.back;
  return (
    <div className={styles.page}>
      <h1>{HEADING}</h1>
      {!reply && <p>Choose the entries in the queue first.</p>}
      {reply?.kind === "asked" && <BulkConfirm {...reply} />}
      {reply?.kind === "done" && <BulkResult {...reply} />}
      <p>
        <a href={back ? `/staff?${back}` : "/staff"}>Back to the queue</a>
      </p>
    </div>
  );
}
