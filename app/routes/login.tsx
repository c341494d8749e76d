import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError, useSearchParams } from "@remix-run/react";
import * as v from "valibot";
import { lockedText, MAX_SIGN_IN_INPUT } from "~/artists/sign-in-limits";
import { ErrorPage } from "~/components/error-page";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { isEmailAddress } from "~/forms/email-address";
import { emailLine } from "~/forms/fields";
import { invalidError, missingError } from "~/forms/form-reply";
import { safeRedirectPath } from "~/forms/safe-redirect";
import { signInByCode } from "~/pages/portal/artist-sign-in.server";
import { askForLink } from "~/pages/portal/sign-in-link.server";
import { readSmallForm } from "~/pages/read-small-form";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { formErrorReply, retryLaterResponse } from "~/session/refusal";
import { LinkAsked } from "~/views/portal/sign-in/link-asked";
import { EMPTY_LOGIN_REPLY, LoginForms, type LoginReply } from "~/views/portal/sign-in/login-forms";

export const handle = { scripts: false };

const HOME = "/dashboard";
const TOO_MANY =
  "Too many tries to sign in came from your network just now. Wait a minute, then try again.";

const isMailOff = ({ mail }: LoaderFunctionArgs["context"]) => mail.connection.state === "off";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const to = safeRedirectPath(new URL(request.url).searchParams.get("to"), request.url, HOME);
  if (await context.scope.artist()) throw redirect(to);
  return { to, mailIsOff: isMailOff(context) };
}

/** Signs in by code, or mails a link. The answer to the latter is the same for every address. */
export async function action({ request, context }: ActionFunctionArgs) {
  const wait = await context.scope.limitCall("sign-ins");
  if (wait !== undefined) throw retryLaterResponse(context, { status: 429, text: TOO_MANY, wait });
  const { fields, to } = await readSmallForm(request, HOME);
  const fieldText = (name: string) => (fields.get(name) ?? "").slice(0, 300);
  const [artistId, invitationCode, email] = [
    fieldText("artistId").slice(0, MAX_SIGN_IN_INPUT),
    fieldText("invitationCode").slice(0, MAX_SIGN_IN_INPUT),
    v.parse(emailLine, fieldText("email")),
  ];
  const values: LoginReply["values"] = { artistId, invitationCode, email };
  const lockedReply = (lock: Parameters<typeof lockedText>[0], seconds: number) => {
    setRetryAfter(context.scope.replyHeaders, seconds);
    const text = lockedText(lock, seconds, { mailIsOff: isMailOff(context), now: context.clock() });
    return formErrorReply<LoginReply>(
      context,
      { values, errors: {}, locked: text },
      { status: 429 },
    );
  };
  const errorReply = (errors: LoginReply["errors"]) =>
    formErrorReply<LoginReply>(context, { values, errors }, { status: 400 });

  if (fields.get("intent") === "link") {
    if (!email) return errorReply({ email: missingError("Email is required") });
    if (!isEmailAddress(email))
      return errorReply({ email: invalidError("Please enter a valid email address") });
    const retrySeconds = await askForLink(request, context, { email, to });
    return retrySeconds === undefined
      ? redirect("/login?sent")
      : lockedReply("links", retrySeconds);
  }
  const result = await signInByCode(request, context, { artistId, invitationCode });
  if (result.kind === "in") return redirect(to);
  return result.kind === "locked"
    ? lockedReply(result.lock, result.wait)
    : errorReply(result.errors);
}

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
        <p role="status">
          You were signed out, so nothing was changed. Sign in, then do it once more.
        </p>
      )}
      {!reply && params.has("out") && <p role="status">You are signed out.</p>}
      {!reply && params.has("sent") ? (
        <LinkAsked mailIsOff={mailIsOff} />
      ) : (
        <>
          <p className={notice.lead}>
            For the artists we work with: see where your music stands, and finish what it needs.
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
