import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { webManifest } from "~/pages/public/seo.server";

/** What a phone needs in order to keep the portal among its apps. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  new Response(JSON.stringify(webManifest(context)), {
    headers: {
      "Content-Type": "application/manifest+json",
      "Cache-Control": "public, max-age=3600",
    },
  });
