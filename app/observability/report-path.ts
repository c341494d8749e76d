/** In a file of its own, so that pages load nothing else for it. */
export const REPORT_PATH = "/api/monitoring/error-report";
/** Bytes of a stack trace. */
export const MAX_STACK = 4 * 1024;
