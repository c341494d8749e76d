import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { ARTWORK_PLACEHOLDER_PATH } from "~/reference/pages/page-pictures";
import { readCover } from "./public-pages.server";

/** Short, so that an unpublished cover disappears within minutes. */
const COVER_CACHE = "public, max-age=300";

/** For the placeholder: the preview may exist on the next request. */
const PLACEHOLDER_CACHE = "public, max-age=60";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const bytes = await readCover(context, params.submissionId);
  if (!bytes)
    return redirect(ARTWORK_PLACEHOLDER_PATH, { headers: { "Cache-Control": PLACEHOLDER_CACHE } });
  return new Response(bytes.slice(), {
    headers: { "Content-Type": "image/jpeg", "Cache-Control": COVER_CACHE },
  });
}
