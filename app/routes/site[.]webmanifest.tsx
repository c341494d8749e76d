import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { webManifest } from "~/features/public/seo.server";

/** Lets phones install the portal as an app. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  new Response(JSON.stringify(webManifest(context)), {
    headers: {
      "Content-Type": "application/manifest+json",
      "Cache-Control": "public, max-age=3600",
    },
  });
