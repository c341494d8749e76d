import { type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { readCover } from "~/pages/public/public-pages.server";
import { ARTWORK_PLACEHOLDER_PATH } from "~/reference/pages/page-pictures";

/** Taken away again, it is gone within minutes. */
const CACHED = "public, max-age=300";
/** In its place: the next look may find it made. */
const CACHED_SLEEVE = "public, max-age=60";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const bytes = await readCover(context, params.submissionId);
  if (!bytes)
    return redirect(ARTWORK_PLACEHOLDER_PATH, { headers: { "Cache-Control": CACHED_SLEEVE } });
  return new Response(bytes.slice(), {
    headers: { "Content-Type": "image/jpeg", "Cache-Control": CACHED },
  });
}
