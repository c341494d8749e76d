import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { signInSchema } from "~/domain/access/staff/sign-in";
import { runOrUnavailable } from "~/features/staff/load-for-staff.server";
import { type FieldErrors, invalidError } from "~/forms/form-reply";
import { safeRedirectPath } from "~/forms/safe-redirect";
import { schemaErrors } from "~/forms/schema-errors";
import { WRONG_PASSCODES } from "~/platform/sign-in-periods";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, throwIfLimited } from "~/session/refusal";
import { requirePasscode, signIn } from "./staff-sign-in.server";

const HOME = "/staff";

/** Generous, so that a passcode that is too long gets an error at its field. */
const MAX_BYTES = 128 * 1024;

const TOO_MANY =
  "Too many tries to sign in came from your network address just now. Wait a minute, then try again.";

const WRONG_PASSCODE = `This is not the staff passcode. After ${WRONG_PASSCODES.limit} wrong ones your network address has to wait for ${WRONG_PASSCODES.minutes} minutes.`;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const to = safeRedirectPath(new URL(request.url).searchParams.get("to"), request.url, HOME);
  const principal = await runOrUnavailable(context, () => context.scope.principal());
  if (principal.kind === "staff") throw redirect(to);
  requirePasscode(context);
  return { to };
}

export async function action({ request, context }: ActionFunctionArgs) {
  requirePasscode(context);
  throwIfLimited(
    context,
    await runOrUnavailable(context, () => context.scope.limitCall("sign-ins")),
    TOO_MANY,
  );
  const { fields, to } = await readSmallForm(request, HOME, MAX_BYTES);
  const values = { name: fields.get("name") ?? "", passcode: fields.get("passcode") ?? "" };
  const input = v.safeParse(signInSchema, values);
  // Without the passcode.
  const shownValues = { name: values.name.slice(0, 200) };
  const errorReply = (errors: FieldErrors) =>
    formErrorReply(context, { values: shownValues, errors, to }, { status: 400 });
  if (!input.success) return errorReply(schemaErrors(signInSchema, values));
  if (await runOrUnavailable(context, () => signIn(request, context, input.output)))
    return redirect(to);
  return errorReply({ passcode: invalidError(WRONG_PASSCODE) });
}
