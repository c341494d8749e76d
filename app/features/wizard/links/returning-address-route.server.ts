import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { countLinkSubmissions } from "~/domain/submission/record/link-submissions.server";
import { longDate } from "~/platform/formats/dates";
import { beginReturning } from "./begin-by-link.server";
import { handleLinkAction, showLinkPage } from "./link-page.server";

/** Shows the link whose token is in this browser's cookie. Stores nothing. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  return showLinkPage(request, context, "returning", async (link) => ({
    artistName: link.artistName,
    email: link.email,
    until: longDate(link.expiresAt),
    count: await countLinkSubmissions(context.db, link),
    lastUsed: link.lastUsedAt && longDate(link.lastUsedAt),
  }));
}

/** Opens the artist's next draft; first offers a link to the draft it replaces. */
export async function action({ request, context }: ActionFunctionArgs) {
  return handleLinkAction(request, context, "returning", beginReturning);
}
