/** Where pages send what went wrong; by itself, so that they load nothing of what reads it. */
export const REPORT_PATH = "/api/monitoring/error-report";
/** What is sent and kept of a stack trace, in bytes. */
export const MAX_STACK = 4 * 1024;
