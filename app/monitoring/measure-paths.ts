/** Where pages send what they measured; by itself, so that they need load nothing else for it. */
export const VITALS_PATH = "/api/monitoring/vitals";
/** Where pages send how a file fared on its way. */
export const UPLOAD_HEALTH_PATH = "/api/monitoring/uploads";

/** Whether this page may measure: the server has marked it, since its visitor said yes. */
export function isMeasured(page: Pick<HTMLElement, "dataset">): boolean {
  return page.dataset.measured !== undefined;
}
