import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { formErrorReply } from "~/session/refusal";
import { readTypedForm } from "../read-autosave-form.server";
import { answerByLink, openSplitLink, splitLinkPage } from "./answer-split.server";

/** Changes nothing: mail scanners open every link. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = await splitLinkPage(context, params.token);
  return page ? data(page) : data(null, { status: 404 });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const link = await openSplitLink(context, params.token);
  if (!link) return data(undefined, { status: 404 });
  const fields = new URLSearchParams(await readTypedForm(request));
  const outcome = await answerByLink(context, link, fields);
  if (!outcome) return data(undefined, { status: 404 });
  const answer = {
    what: outcome,
    question: fields.get("question") ?? "",
    note: fields.get("note") ?? "",
  };
  // A redirect, so that a reload does not answer again.
  const page = new URL(request.url).pathname;
  if (outcome === "confirmed" || outcome === "disputed")
    return redirect(`${page}?done=${outcome}`, 303);
  return formErrorReply(context, answer, { status: outcome === "not-counted" ? 409 : 400 });
}
