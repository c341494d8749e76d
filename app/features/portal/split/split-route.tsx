import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError, useSearchParams } from "@remix-run/react";
import { ErrorPage } from "~/ui/error-page";
import { pageTitle } from "~/ui/page-title";
import { AnswerPage, InvalidSplitLink } from "./answer-page";
import type { action, loader } from "./split-route.server";

/** The address is secret, so no script may read it. */
export const handle = { scripts: false };

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
