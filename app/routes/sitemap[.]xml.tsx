import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sitemap } from "~/session/found.server";

export const loader = ({ context }: LoaderFunctionArgs) =>
  new Response(sitemap(context), {
    headers: { "Content-Type": "application/xml; charset=utf-8" },
  });
