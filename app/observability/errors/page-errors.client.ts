export interface Failure {
  message: string;
  stage: string;
  stack?: string;
  submissionId?: string;
}

export const MAX_REPORTS_PER_PAGE = 5;

/** Network errors and harmless browser messages. */
const IGNORED_MESSAGES =
  /failed to fetch|load failed|networkerror|dynamically imported module|importing a module script failed|resizeobserver loop|aborted/i;

/** Browser extensions run their own scripts in every page. */
const isOwnScript = (stack: string, origin: string) => stack.includes(`${origin}/assets/`);

type PageEvents = Pick<Window, "addEventListener"> & { location: Pick<Location, "origin"> };

/**
 * Reports uncaught errors of our own scripts and errors of the error page, each once.
 * @param report loaded when first needed.
 */
export function reportPageErrors(page: PageEvents, report: (failure: Failure) => void): void {
  const messages = new Set<string>();
  const handleError = (error: unknown, stage = "page") => {
    if (!(error instanceof Error) || !error.stack) return;
    const message = `${error.name}: ${error.message}`;
    if (error.name === "AbortError" || IGNORED_MESSAGES.test(message) || messages.has(message))
      return;
    if (messages.size >= MAX_REPORTS_PER_PAGE || !isOwnScript(error.stack, page.location.origin))
      return;
    messages.add(message);
    report({ message, stage, stack: error.stack });
  };
  page.addEventListener("error", (event) => handleError(event.error));
  page.addEventListener("unhandledrejection", (event) => handleError(event.reason));
  // Dispatched by the error page; the error itself was caught.
  page.addEventListener(
    "error-shown",
    (event) => event instanceof CustomEvent && handleError(event.detail),
  );
  // React reports a hydration error several times.
  page.addEventListener(
    "drawn-anew",
    (event) => event instanceof CustomEvent && handleError(event.detail, "hydration"),
    { once: true },
  );
}

export const REPORTS_KEY = "error-reports";

/** Nearly every visit has none and need not load the reporter. */
export function hasQueuedReports(storage: () => Pick<Storage, "getItem"> = () => localStorage) {
  try {
    return storage().getItem(REPORTS_KEY) !== null;
  } catch {
    return false;
  }
}
