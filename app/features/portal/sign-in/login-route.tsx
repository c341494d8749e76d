import type { MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError, useSearchParams } from "@remix-run/react";
import { ErrorPage } from "~/ui/error-page";
import notice from "~/ui/notice-page.module.css";
import { pageTitle } from "~/ui/page-title";
import { LinkAsked } from "./link-asked";
import { EMPTY_LOGIN_REPLY, LoginForms } from "./login-forms";
import type { action, loader } from "./login-route.server";

export const handle = { scripts: false };

export const meta: MetaFunction = (page) => [
  ...pageTitle("Sign in", page),
  { name: "robots", content: "noindex" },
];

export default function Login() {
  const { to, mailIsOff } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <div className={`${notice.page} wood-side`}>
      <h1>Sign in</h1>
      {!reply && params.has("unsaved") && (
        <p role="status">You were signed out, so nothing was changed. Sign in, then do it again.</p>
      )}
      {!reply && params.has("out") && <p role="status">You are signed out.</p>}
      {!reply && params.has("sent") ? (
        <LinkAsked mailIsOff={mailIsOff} />
      ) : (
        <>
          <p className={notice.lead}>
            For the artists we work with. See what happens with your music, and add what is missing.
          </p>
          <LoginForms reply={reply ?? EMPTY_LOGIN_REPLY} to={to} />
          <p className={notice.small}>
            No account yet? You get one when we accept your first release.{" "}
            <a href="/submit">Submit your music</a>. You stay signed in for 30 days.
          </p>
        </>
      )}
    </div>
  );
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
