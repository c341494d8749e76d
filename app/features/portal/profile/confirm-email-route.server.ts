import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { refusal, TOO_MANY_LINKS, throwIfLimited } from "~/session/refusal";
import { confirmEmail, readEmailLink } from "./change-email.server";
import { INVALID_LINK } from "./confirm-email-route-shared";

/** Replaces the token in the address after use, so that a reload does not use it again. */
const DONE_TOKEN = "done";

/** Changes nothing: mail scanners open every link. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  throwIfLimited(context, await context.scope.limitCall("token-checks"), TOO_MANY_LINKS);
  if (params.token === DONE_TOKEN) return data({ done: true, email: undefined });
  const email = await readEmailLink(context, params.token);
  return data({ done: false, email }, { status: email === undefined ? 404 : 200 });
}

export async function action({ context, params }: ActionFunctionArgs) {
  throwIfLimited(context, await context.scope.limitCall("token-checks"), TOO_MANY_LINKS);
  if (!(await confirmEmail(context, params.token))) throw refusal(404, INVALID_LINK);
  return redirect(`/confirm-email/${DONE_TOKEN}`);
}
