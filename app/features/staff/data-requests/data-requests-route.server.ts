import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { NO_FIELDS } from "~/forms/form-reply";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply } from "~/session/refusal";
import { requireStaff } from "~/session/require-staff";
import { beginNow, loadDataRequests, noteRequest, recordFor } from "./data-requests-page.server";

const PATH = "/staff/data-requests";

export async function loader({ context }: LoaderFunctionArgs) {
  await requireStaff(context);
  return loadDataRequests(context);
}

const NOT_RECORDED =
  "There's no artist with that ID, or their deletion is already recorded. An ID looks like A-7K4P29.";

const NOT_NOTED = "Nothing was saved, because the note is empty or the request is over.";

/** Starts a deletion, adds a note, or records a deletion that was requested by another way. */
export async function action({ request, context }: ActionFunctionArgs) {
  const actor = await requireStaff(context);
  const { fields } = await readSmallForm(request, PATH);
  const requestId = fields.get("request") ?? "";
  const errorReply = (trouble: string) =>
    formErrorReply(context, { ...NO_FIELDS, trouble }, { status: 400 });
  switch (fields.get("intent")) {
    case "now":
      return redirect(`${PATH}?${(await beginNow(context, actor, requestId)) ? "begins" : "over"}`);
    case "note": {
      const isNoted = await noteRequest(context, actor, {
        requestId,
        text: fields.get("note") ?? "",
      });
      return isNoted ? redirect(`${PATH}?noted`) : errorReply(NOT_NOTED);
    }
    default:
      return (await recordFor(context, actor, fields.get("artist") ?? ""))
        ? redirect(`${PATH}?recorded`)
        : errorReply(NOT_RECORDED);
  }
}
