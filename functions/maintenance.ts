import * as v from "valibot";
import { refuse } from "~/api/replies";
import { isApi } from "~/platform/api-path";
import { setRetryAfter } from "~/platform/formats/retry-after";
import { plainPage } from "~/platform/plain-page";
import { labelEntries } from "~/platform/setting-entries";

/** Seconds after which it is worth to look again. */
export const MAINTENANCE_WAIT = 600;

/** What monitors ask, and what says whether the site is ready again. */
const STILL_ANSWERED = "/api/health";

const TEXT = [
  "We are working on the site, and it will be back soon. What you saved is kept, and so are your files.",
  "Leave this page open and try again in about ten minutes. A form that is open in another tab keeps what you type, and sends it by itself once we are back.",
] as const;

/** Whether the label has closed the site for a while. */
const isClosed = (env: object) => Reflect.get(env, "MAINTENANCE") === "1";

/** What the label is called and who helps, each read by itself: whatever else is set may be what is wrong. */
export function readLabelSettings(env: object): { brand?: string; supportEmail?: string } {
  const result = v.safeParse(labelEntries, env);
  if (!result.success) return {};
  return { brand: result.output.BRAND_NAME, supportEmail: result.output.SUPPORT_EMAIL };
}

/**
 * The answer to everything while the label has `MAINTENANCE` set to 1: 503, and when to ask again. Pages
 * that are open take it for a line that is away, and carry on by themselves afterwards.
 */
export function maintenanceResponse(request: Request, env: object): Response | undefined {
  if (!isClosed(env) || new URL(request.url).pathname === STILL_ANSWERED) return undefined;
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
