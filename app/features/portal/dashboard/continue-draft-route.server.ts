import { type ActionFunctionArgs, data } from "@remix-run/cloudflare";
import { readSmallForm } from "~/session/read-small-form";
import { requireArtist } from "~/session/require-artist";
import { openAccountDraft } from "./browser-draft.server";
import { DASHBOARD } from "./continue-draft-route-shared";

/** Continues a draft that was begun on another device. */
export async function action({ request, context }: ActionFunctionArgs) {
  const artist = await requireArtist(request, context, "write");
  const { fields } = await readSmallForm(request, DASHBOARD);
  const id = (fields.get("draft") ?? "").slice(0, 40);
  const other = await openAccountDraft(request, context, {
    artist,
    id,
    mayReplace: fields.has("replace"),
  });
  return data({ id, other });
}
