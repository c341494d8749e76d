import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { workerScript } from "~/domain/submission/offline/service-worker";

/** The service worker that caches the form, or the one that removes it, by the setting. */
export const loader = ({ context: { settings } }: LoaderFunctionArgs) =>
  new Response(workerScript(settings.OFFLINE_FORM === "1"), {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
