import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { readCover } from "~/session/public-pages.server";

/** Taken away again, it is gone within minutes. */
const CACHED = "public, max-age=300";

export async function loader({ context, params }: LoaderFunctionArgs) {
  const bytes = await readCover(context, params.submissionId);
  return new Response(bytes.slice(), {
    headers: { "Content-Type": "image/jpeg", "Cache-Control": CACHED },
  });
}
