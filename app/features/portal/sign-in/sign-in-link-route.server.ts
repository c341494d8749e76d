import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { NO_FIELDS } from "~/forms/form-reply";
import { formErrorReply, TOO_MANY_LINKS, throwIfLimited } from "~/session/refusal";
import { type InvalidSignInLink, readSignInLink, signInByLink } from "./sign-in-link.server";

const status: Record<InvalidSignInLink, 404 | 410> = { unknown: 404, over: 410 };

/** Only invalid links count against the network's limit, so neighbours cannot block a valid one. */
async function invalidLinkReply(
  { context }: Pick<LoaderFunctionArgs, "context">,
  dead: InvalidSignInLink,
) {
  throwIfLimited(context, await context.scope.limitCall("token-checks"), TOO_MANY_LINKS);
  return { dead };
}

/** Changes nothing: scanners and previews open every link. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const to = new URL(request.url).searchParams.get("to");
  const link = await readSignInLink(context, params.token, to);
  if (typeof link === "string")
    return data(await invalidLinkReply({ context }, link), { status: status[link] });
  return data({ maskedEmail: link.maskedEmail });
}

/** Signs in and spends the link; a second press says that it was used. */
export async function action({ request, context, params }: ActionFunctionArgs) {
  const result = await signInByLink(request, context, params.token);
  if (typeof result === "object") return redirect(result.to);
  const reply = { ...NO_FIELDS, ...(await invalidLinkReply({ context }, result)) };
  return formErrorReply(context, reply, { status: status[result] });
}
