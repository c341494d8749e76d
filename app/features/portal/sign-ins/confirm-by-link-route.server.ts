import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import type { ConfirmLink } from "~/domain/artists/session-confirmation.server";
import { NO_FIELDS } from "~/forms/form-reply";
import { formErrorReply, TOO_MANY_LINKS, throwIfLimited } from "~/session/refusal";
import { confirmByLink, confirmReturnPath, readConfirmLink } from "./confirm-identity.server";

const status: Record<ConfirmLink, number> = { works: 200, elsewhere: 403, over: 404 };

/** Changes nothing: scanners and previews open every link. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  throwIfLimited(context, await context.scope.limitCall("token-checks"), TOO_MANY_LINKS);
  const link = await readConfirmLink(context, params.token);
  return data({ link }, { status: status[link] });
}

/** Confirms the session and returns to the page that asked. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  throwIfLimited(context, await context.scope.limitCall("token-checks"), TOO_MANY_LINKS);
  const link = await confirmByLink(context, params.token);
  const to = confirmReturnPath(new URL(request.url).searchParams.get("to"));
  if (link === "works") return redirect(`${to}?confirmed`);
  return formErrorReply(context, { ...NO_FIELDS, link }, { status: status[link] });
}
