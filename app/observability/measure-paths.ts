/** In a file of its own, so that pages load nothing else for it. */
export const VITALS_PATH = "/api/monitoring/vitals";
export const UPLOAD_HEALTH_PATH = "/api/monitoring/uploads";

/** The server marks the page if the visitor has consented. */
export function isMeasured(page: Pick<HTMLElement, "dataset">): boolean {
  return page.dataset.measured !== undefined;
}
