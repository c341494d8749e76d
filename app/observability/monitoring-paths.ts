/* In a file of its own, so that pages load nothing else for it. */

export const VITALS_PATH = "/api/monitoring/vitals";
export const UPLOAD_HEALTH_PATH = "/api/monitoring/uploads";
export const REPORT_PATH = "/api/monitoring/error-report";
/** Bytes of a stack trace in a report. */
export const MAX_STACK = 4 * 1024;

/** The server marks the page if the visitor has consented. */
export function isMeasured(page: { dataset: Readonly<Record<string, string | undefined>> }) {
  return page.dataset.measured !== undefined;
}
