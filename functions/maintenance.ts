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

const WAYS_ON =
  "Leave this page open and try again in about ten minutes. A form that is open in another tab keeps what you type, and sends it by itself once we are back.";

const MAINTENANCE_PAGE = {
  title: "We’re turning the record over",
  lead: "We are working on the site, and it will be back soon. What you saved is kept, and so are your files.",
};

/** A copy is brought back: it may be older than what somebody has just saved. */
const RESTORATION_PAGE = {
  title: "Back in a few minutes",
  lead: "We are setting the site up again, and it will be back in a few minutes.",
};

/** Brand and support address, parsed on their own: other settings may be what is broken. */
export function readLabelSettings(env: object): { brand?: string; supportEmail?: string } {
  const result = v.safeParse(labelEntries, env);
  if (!result.success) return {};
  return { brand: result.output.BRAND_NAME, supportEmail: result.output.SUPPORT_EMAIL };
}

/**
 * Answers everything with 503 while `MAINTENANCE` is 1, or a backup is being restored. Open pages treat it like a
 * lost connection and continue by themselves afterwards.
 */
export function maintenanceResponse(
  request: Request,
  env: object,
  isRestoring = false,
): Response | undefined {
  const isClosed = isRestoring || Reflect.get(env, "MAINTENANCE") === "1";
  if (!isClosed || new URL(request.url).pathname === OPEN_PATH) return undefined;
  const { title, lead } = isRestoring ? RESTORATION_PAGE : MAINTENANCE_PAGE;
  if (isApi(request.url)) {
    const refusal = refuse(503, lead);
    setRetryAfter(refusal.headers, MAINTENANCE_WAIT);
    return refusal;
  }
  return plainPage(503, {
    ...{ title, text: [lead, WAYS_ON], ...readLabelSettings(env) },
    mark: "Side two",
    canRetry: true,
    retryAfter: MAINTENANCE_WAIT,
  });
}
