import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { workerScript } from "~/domain/submission/offline/service-worker";
import { plainPage } from "~/platform/plain-page";

/**
 * The page that the service worker caches with its style sheet (`PLAIN_STYLES`). It is the same for
 * everybody and has no personal data.
 */
export function offlinePageLoader({ context: { settings } }: LoaderFunctionArgs): Response {
  const { BRAND_NAME: brand, SUPPORT_EMAIL: supportEmail } = settings;
  return plainPage(200, {
    title: "You’re offline",
    text: [
      "This page isn’t on your device, and there is no connection to fetch it. What you typed and the files you chose are kept on this device.",
      "Look for signal or Wi-Fi, then try again. A form that you opened before also opens without a connection. You can fill it in, and it is sent when you are online again.",
    ],
    brand,
    supportEmail,
    mark: "No signal",
    state: "missing",
    canRetry: true,
  });
}

/** The service worker that caches the form, or the one that removes it, by the setting. */
export const workerLoader = ({ context: { settings } }: LoaderFunctionArgs) =>
  new Response(workerScript(settings.OFFLINE_FORM === "1"), {
    headers: { "Content-Type": "text/javascript; charset=utf-8", "Cache-Control": "no-cache" },
  });
