import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { lockedText, MAX_SIGN_IN_INPUT } from "~/domain/artists/sign-in-limits";
import { isEmailAddress } from "~/forms/email-address";
import { emailLine } from "~/forms/fields";
import { type FieldErrors, invalidError, missingError } from "~/forms/form-reply";
import { safeRedirectPath } from "~/forms/safe-redirect";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, throwIfLimited } from "~/session/refusal";
import { signInByCode } from "./artist-sign-in.server";
import { requestSignInLink } from "./sign-in-link.server";

const HOME = "/dashboard";

const TOO_MANY =
  "Too many tries to sign in came from your network just now. Wait a minute, then try again.";

const isMailOff = ({ mail }: LoaderFunctionArgs["context"]) => mail.connection.state === "off";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const to = safeRedirectPath(new URL(request.url).searchParams.get("to"), request.url, HOME);
  if (await context.scope.artist("read")) throw redirect(to);
  return { to, mailIsOff: isMailOff(context) };
}

/** Signs in by code, or mails a link. The answer to the latter is the same for every address. */
export async function action({ request, context }: ActionFunctionArgs) {
  throwIfLimited(context, await context.scope.limitCall("sign-ins"), TOO_MANY);
  const { fields, to } = await readSmallForm(request, HOME);
  const fieldText = (name: string) => (fields.get(name) ?? "").slice(0, 300);
  const [artistId, invitationCode, email] = [
    fieldText("artistId").slice(0, MAX_SIGN_IN_INPUT),
    fieldText("invitationCode").slice(0, MAX_SIGN_IN_INPUT),
    v.parse(emailLine, fieldText("email")),
  ];
  const values = { artistId, invitationCode, email };
  const lockedReply = (lock: Parameters<typeof lockedText>[0], seconds: number) => {
    setRetryAfter(context.scope.replyHeaders, seconds);
    const state = { mailIsOff: isMailOff(context), now: context.clock() };
    const trouble = lockedText(lock, seconds, state);
    return formErrorReply(context, { values, errors: {}, trouble }, { status: 429 });
  };
  const errorReply = (errors: FieldErrors) =>
    formErrorReply(context, { values, errors }, { status: 400 });

  if (fields.get("intent") === "link") {
    if (!email) return errorReply({ email: missingError("Email is required") });
    if (!isEmailAddress(email))
      return errorReply({ email: invalidError("Please enter a valid email address") });
    const retrySeconds = await requestSignInLink(request, context, { email, to });
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
