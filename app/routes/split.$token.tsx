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

/** Its address is a secret: no script is to see it. */
export const handle = { scripts: false };

/** Shows how things stand and changes nothing: mail scanners open every link. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = await splitLinkPage(context, params.token);
  return page ? data(page) : data(null, { status: 404 });
}

/** One answer to one question. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const link = await openSplitLink(context, params.token);
  if (!link) return data(undefined, { status: 404 });
  const fields = new URLSearchParams(await readTypedForm(request));
  const what = await answerByLink(context, link, fields);
  if (!what) return data(undefined, { status: 404 });
  const answer = { what, question: fields.get("question") ?? "", note: fields.get("note") ?? "" };
  // Loaded again, the page tells of the answer, and sends no other.
  const page = new URL(request.url).pathname;
  if (what === "confirmed" || what === "disputed") return redirect(`${page}?done=${what}`, 303);
  return formErrorReply(context, answer, { status: what === "not-counted" ? 409 : 400 });
}

export const meta: MetaFunction = (page) => [
  ...pageTitle("Your share as a songwriter", page),
  { name: "robots", content: "noindex" },
  // The address is a secret. Its header says no-referrer, but then browsers also hide where the
  // page's own form comes from; this tells the site and never the path.
  { name: "referrer", content: "strict-origin" },
];

export default function AnswerSplit() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [params] = useSearchParams();
  const done = answer ?? { what: params.get("done") ?? "", question: "", note: "" };
  return page ? <AnswerPage {...page} done={done} /> : <InvalidSplitLink />;
}

/** Left to the root, it would lack brand and help. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
