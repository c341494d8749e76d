import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { filterQuery, readFilter } from "~/domain/review/queue-filter";
import { reasonKinds } from "~/domain/review/saved-reason";
import { listSavedReasons } from "~/domain/review/saved-reasons.server";
import { NO_FIELDS } from "~/forms/form-reply";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { readShownReply, redirectToReply } from "~/session/shown-reply.server";
import { decideSeveral } from "./bulk-decide.server";
import { bulkResultSchema, packDone, unpackDone } from "./bulk-reply.server";

/** Room for 500 entries and a reason. */
const MAX_BYTES = 64 * 1024;

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireStaff(context);
  const [reasons, reply] = await Promise.all([
    Promise.all(reasonKinds.map((kind) => listSavedReasons(context.db, kind, context.clock()))),
    readShownReply(request, context, bulkResultSchema),
  ]);
  return {
    reasons: reasons.flat(),
    shown: reply && { ...(await unpackDone(context, reply.done)), back: reply.back },
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request, "/staff", MAX_BYTES);
  const back = filterQuery(readFilter(new URLSearchParams(fields.get("back") ?? "")));
  const { reply, status } = await decideSeveral(context, actor, fields);
  // The desk shows the result itself.
  const isStaying = fields.get("then") === "stay";
  if (isStaying && reply.kind === "done") return { ...NO_FIELDS, ...reply, back };
  if (reply.kind === "done" && !reply.rest)
    return redirectToReply(request, context, { back, done: packDone(reply) }, { ...reply, back });
  return formErrorReply(context, { ...NO_FIELDS, ...reply, back }, { status });
}
