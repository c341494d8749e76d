import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError, useSearchParams } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { pageTitle } from "~/components/page-title";
import { answerByLink, openSplitLink, splitLinkPage } from "~/pages/portal/answer-split.server";
import { readTypedForm } from "~/pages/portal/read-autosave-form.server";
import { formErrorReply } from "~/session/refusal";
import { AnswerPage, InvalidSplitLink } from "~/views/portal/split/answer-page";

/** The address is secret, so no script may read it. */
export const handle = { scripts: false };

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

export const meta: MetaFunction = (page) => [
  ...pageTitle("Your share as a songwriter", page),
  { name: "robots", content: "noindex" },
  // The address is secret and sent with no-referrer; this lets the page's own form send its origin only.
  { name: "referrer", content: "strict-origin" },
];

export default function AnswerSplit() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [params] = useSearchParams();
  const result = answer ?? { what: params.get("done") ?? "", question: "", note: "" };
  return page ? <AnswerPage {...page} done={result} /> : <InvalidSplitLink />;
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
