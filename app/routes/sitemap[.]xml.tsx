import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { publishedPaths, sitemap } from "~/pages/public/seo.server";

/** The same for everybody, and asked for by machines: an hour old is young enough. */
export const loader = async ({ context }: LoaderFunctionArgs) =>
  new Response(sitemap(context, await publishedPaths(context)), {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
