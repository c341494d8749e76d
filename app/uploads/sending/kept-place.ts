/** Where in the browser's storage it is remembered which files are on their way. */
export const KEPT_UPLOADS = "uploads";
