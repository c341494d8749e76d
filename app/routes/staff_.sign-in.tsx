import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData, useRouteError, useSearchParams } from "@remix-run/react";
import * as v from "valibot";
import { ErrorPage } from "~/components/error-page";
import notice from "~/components/notice-page.module.css";
import { pageTitle } from "~/components/page-title";
import { invalidError } from "~/forms/form-reply";
import { safeRedirectPath } from "~/forms/safe-redirect";
import { schemaErrors } from "~/forms/schema-errors";
import { readSmallForm } from "~/pages/read-small-form";
import { requirePasscode, signIn } from "~/pages/staff/staff-sign-in.server";
import { formErrorReply, retryLaterResponse } from "~/session/refusal";
import { runOrUnavailable } from "~/session/staff-loader";
import { signInSchema } from "~/staff/sign-in";
import { SignInForm, type SignInReply } from "~/views/staff/sign-in-form";

export const handle = { scripts: false };

const HOME = "/staff";
/** Generous, so that a passcode that is too long gets an error at its field. */
const MAX_BYTES = 128 * 1024;
const TOO_MANY =
  "Too many tries to sign in came from your network address just now. Wait a minute, then try again.";
const WRONG_PASSCODE =
  "This is not the staff passcode. After ten wrong ones your network address has to wait for 15 minutes.";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const to = safeRedirectPath(new URL(request.url).searchParams.get("to"), request.url, HOME);
  const principal = await runOrUnavailable(context, () => context.scope.principal());
  if (principal.kind === "staff") throw redirect(to);
  requirePasscode(context);
  return { to };
}

export async function action({ request, context }: ActionFunctionArgs) {
  requirePasscode(context);
  const wait = await runOrUnavailable(context, () => context.scope.limitCall("sign-ins"));
  if (wait !== undefined) throw retryLaterResponse(context, { status: 429, text: TOO_MANY, wait });
  const { fields, to } = await readSmallForm(request, HOME, MAX_BYTES);
  const values = { name: fields.get("name") ?? "", passcode: fields.get("passcode") ?? "" };
  const input = v.safeParse(signInSchema, values);
  const name = values.name.slice(0, 200);
  if (!input.success)
    return formErrorReply<SignInReply>(
      context,
      { name, to, errors: schemaErrors(signInSchema, values) },
      { status: 400 },
    );
  if (await runOrUnavailable(context, () => signIn(request, context, input.output)))
    return redirect(to);
  return formErrorReply<SignInReply>(
    context,
    { name, to, errors: { passcode: invalidError(WRONG_PASSCODE) } },
    { status: 400 },
  );
}

export const meta: MetaFunction = (page) => [
  ...pageTitle("Staff sign-in", page),
  { name: "robots", content: "noindex" },
];

export default function StaffSignIn() {
  const { to } = useLoaderData<typeof loader>();
  const reply = useActionData<typeof action>();
  const [params] = useSearchParams();
  return (
    <div className={`${notice.page} wood-side`}>
      <h1>Staff sign-in</h1>
      {params.has("unsaved") && !reply && (
        <p role="status">
          You were signed out, so nothing was changed. Sign in, then do it once more.
        </p>
      )}
      {params.has("out") && !reply && <p role="status">You are signed out.</p>}
      <p className={notice.lead}>For the label's team. You stay signed in for 12 hours.</p>
      <SignInForm reply={reply ?? { name: "", to, errors: {} }} />
    </div>
  );
}

/** The root has no data after a refused post, so its error page would lack brand and contact. */
export function ErrorBoundary() {
  return <ErrorPage error={useRouteError()} />;
}
