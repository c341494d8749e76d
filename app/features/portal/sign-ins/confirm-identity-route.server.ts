import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { invalidError, NO_FIELDS } from "~/forms/form-reply";
import { formatWaitUntil } from "~/platform/formats/duration";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply, NO_BUTTON, refusal } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import {
  CONFIRM_PAGE,
  confirmByCode,
  confirmPage,
  confirmReturnPath,
  requestConfirmLink,
} from "./confirm-identity.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context, "read");
  const to = confirmReturnPath(new URL(request.url).searchParams.get("to"));
  return confirmPage(context, artist, to);
}

export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context, "write");
  const { fields } = await readSmallForm(request, CONFIRM_PAGE);
  const to = confirmReturnPath(fields.get("to") ?? null);
  const lockedReply = (wait: number, reason: string) => {
    setRetryAfter(context.scope.replyHeaders, wait);
    const trouble = `${reason} Try again in ${formatWaitUntil(wait, context.clock())}.`;
    return formErrorReply(context, { ...NO_FIELDS, trouble }, { status: 429 });
  };
  switch (fields.get("intent")) {
    case "link": {
      const wait = await requestConfirmLink(context, artist, to);
      if (wait !== undefined) return lockedReply(wait, "You've asked for several links just now.");
      return redirect(`${CONFIRM_PAGE}?sent&to=${encodeURIComponent(to)}`);
    }
    case "code": {
      const result = await confirmByCode(context, artist, fields.get("invitationCode") ?? "");
      if (result.kind === "confirmed") return redirect(`${to}?confirmed`);
      if (result.kind === "locked")
        return lockedReply(result.wait, "Too many wrong codes were typed here.");
      const errors = { invitationCode: invalidError(result.error) };
      return formErrorReply(context, { values: {}, errors }, { status: 400 });
    }
    default:
      throw refusal(400, NO_BUTTON);
  }
}
