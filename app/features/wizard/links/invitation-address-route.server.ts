import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { longDate } from "~/platform/formats/dates";
import { beginInvited } from "./begin-by-link.server";
import { handleLinkAction, showLinkPage } from "./link-page.server";

/** Shows the invitation whose token is in this browser's cookie. Stores nothing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return showLinkPage(request, context, "invited", ({ artistName, expiresAt }) => ({
    artistName,
    until: longDate(expiresAt),
    brand: context.settings.BRAND_NAME,
  }));
}

/** Opens the invited artist's draft; first offers a link to the draft it replaces. */
export async function action({ request, context }: ActionFunctionArgs) {
  return handleLinkAction(request, context, "invited", beginInvited);
}
