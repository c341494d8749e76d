import type { Failure } from "./error-reporter.client";

export const MAX_REPORTS_PER_PAGE = 5;

/** Network errors and harmless browser messages. */
const NO_FAULT =
  /failed to fetch|load failed|networkerror|dynamically imported module|importing a module script failed|resizeobserver loop|aborted/i;

/** Browser extensions run their own scripts in every page. */
const isOurs = (stack: string, origin: string) => stack.includes(`${origin}/assets/`);

type Heard = Pick<Window, "addEventListener"> & { location: Pick<Location, "origin"> };

/**
 * Reports uncaught errors of our own scripts and errors of the error page, each once.
 * @param report loaded when first needed.
 */
export function reportPageErrors(page: Heard, report: (failure: Failure) => void): void {
  const messages = new Set<string>();
  const hear = (error: unknown, stage = "page") => {
    if (!(error instanceof Error) || !error.stack) return;
    const message = `${error.name}: ${error.message}`;
    if (error.name === "AbortError" || NO_FAULT.test(message) || messages.has(message)) return;
    if (messages.size >= MAX_REPORTS_PER_PAGE || !isOurs(error.stack, page.location.origin)) return;
    messages.add(message);
    report({ message, stage, stack: error.stack });
  };
  page.addEventListener("error", (event) => hear(event.error));
  page.addEventListener("unhandledrejection", (event) => hear(event.reason));
  // Dispatched by the error page; the error itself was caught.
  page.addEventListener(
    "error-shown",
    (event) => event instanceof CustomEvent && hear(event.detail),
  );
  // React reports a hydration error several times.
  page.addEventListener(
    "drawn-anew",
    (event) => event instanceof CustomEvent && hear(event.detail, "hydration"),
    { once: true },
  );
}
