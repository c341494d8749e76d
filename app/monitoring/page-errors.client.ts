import type { Failure } from "./error-reporter.client";

/** Of one page: what goes wrong again and again is one thing to know. */
export const MAX_REPORTS_PER_PAGE = 5;

/** What lies in the line and not in our code, and what browsers say that harms nobody. */
const NO_FAULT =
  /failed to fetch|load failed|networkerror|dynamically imported module|importing a module script failed|resizeobserver loop|aborted/i;

/** Whether a stack leads through a script of ours: extensions put theirs into every page. */
const isOurs = (stack: string, origin: string) => stack.includes(`${origin}/assets/`);

/** Where errors are heard of that nobody caught. */
type Heard = Pick<Window, "addEventListener"> & { location: Pick<Location, "origin"> };

/**
 * Reports what nobody on this page has caught, or its error page alone: each fault of ours once.
 * @param report is loaded once there is something to report.
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
  // By the page that is shown in place of what broke; without the noise of an error that nobody caught.
  page.addEventListener(
    "error-shown",
    (event) => event instanceof CustomEvent && hear(event.detail),
  );
  // React says more than one thing of it.
  page.addEventListener(
    "drawn-anew",
    (event) => event instanceof CustomEvent && hear(event.detail, "hydration"),
    { once: true },
  );
}
