import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { robotsText } from "~/features/public/seo.server";

export const loader = ({ context }: LoaderFunctionArgs) =>
  new Response(robotsText(context), { headers: { "Content-Type": "text/plain; charset=utf-8" } });
