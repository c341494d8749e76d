import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { Form, Link, useLoaderData, useRouteError } from "@remix-run/react";
import { Button } from "~/components/controls";
import { ErrorPage } from "~/components/error-page";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { confirmEmail, readEmailLink } from "~/pages/portal/change-email.server";
import { refusal, retryLaterResponse, TOO_MANY_LINKS } from "~/session/refusal";

export const handle = { scripts: false };

/** Replaces the token in the address after use, so that a reload does not use it again. */
const DONE_TOKEN = "done";
const INVALID_LINK =
  "This link confirms no address: it was used, has ended after 24 hours, or isn't complete. Your account is as it was.";

/** Changes nothing: mail scanners open every link. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const wait = await context.scope.limitCall("token-checks");
  if (wait !== undefined)
    throw retryLaterResponse(context, { status: 429, text: TOO_MANY_LINKS, wait });
  if (params.token === DONE_TOKEN) return data({ done: true, email: undefined });
  const email = await readEmailLink(context, params.token);
  return data({ done: false, email }, { status: email === undefined ? 404 : 200 });
}

export async function action({ context, params }: ActionFunctionArgs) {
  const wait = await context.scope.limitCall("token-checks");
  if (wait !== undefined)
    throw retryLaterResponse(context, { status: 429, text: TOO_MANY_LINKS, wait });
  if (!(await confirmEmail(context, params.token))) throw refusal(404, INVALID_LINK);
  return redirect(`/confirm-email/${DONE_TOKEN}`);
}

export const meta: MetaFunction = (page) => [
  ...pageTitle("Confirm your address", page),
  { name: "robots", content: "noindex" },
  // The address is secret and sent with no-referrer; this lets the page's own form send its origin only.
  { name: "referrer", content: "strict-origin" },
];

export default function ConfirmEmail() {
  const { email, done } = useLoaderData<typeof loader>();
  if (done)
    return (
      <div className={notice.page}>
        <h1>Your address is confirmed</h1>
        <p className={notice.lead} role="status">
          From now on we write to this one.
        </p>
        <p className={notice.actions}>
          <Link to="/dashboard">Go to your dashboard</Link>
        </p>
      </div>
    );
  if (email === undefined)
    return (
      <div className={notice.page}>
        <h1>This link doesn't work</h1>
        <p className={notice.lead}>{INVALID_LINK}</p>
        <p className={notice.actions}>
          <Link to="/edit-profile">Go to your profile</Link>
        </p>
      </div>
    );
  return (
    <div className={notice.page}>
      <h1>Confirm your address</h1>
      <p className={notice.lead}>
        Make {email} the address of your account. You stay signed in wherever you are.
      </p>
      <Form method="post">
        <Button type="submit">Confirm this address</Button>
      </Form>
    </div>
  );
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
