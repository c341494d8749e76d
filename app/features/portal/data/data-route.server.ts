import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import {
  DATA_PAGE,
  dataPage,
  requestAccountDeletion,
  undoDeletion,
} from "~/domain/privacy/account-deletion.server";
import { invalidError } from "~/forms/form-reply";
import { readSmallForm } from "~/session/read-small-form";
import { formErrorReply } from "~/session/refusal";
import { requireArtist } from "~/session/require-artist";
import { confirmPath } from "../sign-ins/confirm-identity.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const artist = await requireArtist(request, context, "read");
  return { ...(await dataPage(context, artist)), supportEmail: context.settings.SUPPORT_EMAIL };
}

/** Requests the deletion, or cancels it. */
export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context, "write");
  const { fields } = await readSmallForm(request, DATA_PAGE);
  if (fields.get("intent") === "keep") {
    const isCancelled = await undoDeletion(context, artist);
    return redirect(`${DATA_PAGE}?${isCancelled ? "kept" : "begun"}`);
  }
  const confirmation = fields.get("confirm") ?? "";
  const result = await requestAccountDeletion(context, artist, confirmation);
  if (result === "asked") return redirect(`${DATA_PAGE}?asked`);
  if (result === "unconfirmed") return redirect(confirmPath(DATA_PAGE));
  const { artistId } = await dataPage(context, artist);
  const error = invalidError(`That doesn't match. Type your artist ID, ${artistId}, to continue.`);
  return formErrorReply(
    context,
    { values: { confirm: confirmation }, errors: { confirm: error } },
    { status: 400 },
  );
}
