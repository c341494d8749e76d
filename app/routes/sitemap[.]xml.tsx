import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { publishedPaths, sitemap } from "~/features/public/seo.server";

/** Public and for machines, so an hour of caching is fine. */
export const loader = async ({ context }: LoaderFunctionArgs) =>
  new Response(sitemap(context, await publishedPaths(context)), {
    headers: {
      "Content-Type": "application/xml; charset=utf-8",
      "Cache-Control": "public, max-age=3600",
    },
  });
