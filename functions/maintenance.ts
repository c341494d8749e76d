import * as v from "valibot";
import { refuse } from "~/api/replies";
import { isApi } from "~/platform/api-path";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { plainPage } from "~/platform/plain-page";
import { labelEntries } from "~/platform/setting-entries";

/** Seconds. */
export const MAINTENANCE_WAIT = 600;

/** Monitors need it to see when the site is ready again. */
const OPEN_PATH = "/api/health";

const TEXT = [
  "We are working on the site, and it will be back soon. What you saved is kept, and so are your files.",
  "Leave this page open and try again in about ten minutes. A form that is open in another tab keeps what you type, and sends it by itself once we are back.",
] as const;

const isClosed = (env: object) => Reflect.get(env, "MAINTENANCE") === "1";

/** Brand and support address, parsed on their own: other settings may be what is broken. */
export function readLabelSettings(env: object): { brand?: string; supportEmail?: string } {
  const result = v.safeParse(labelEntries, env);
  if (!result.success) return {};
  return { brand: result.output.BRAND_NAME, supportEmail: result.output.SUPPORT_EMAIL };
}

/**
 * Answers everything with 503 while `MAINTENANCE` is 1. Open pages treat it like a lost connection and
 * continue by themselves afterwards.
 */
export function maintenanceResponse(request: Request, env: object): Response | undefined {
  if (!isClosed(env) || new URL(request.url).pathname === OPEN_PATH) return undefined;
  if (isApi(request.url)) {
    const refusal = refuse(503, TEXT[0]);
    setRetryAfter(refusal.headers, MAINTENANCE_WAIT);
    return refusal;
  }
  const { brand, supportEmail } = readLabelSettings(env);
  return plainPage(503, {
    title: "We’re turning the record over",
    text: TEXT,
    brand,
    supportEmail,
    mark: "Side two",
    canRetry: true,
    retryAfter: MAINTENANCE_WAIT,
  });
}
