/** Portal document, section 8. */
export const JOIN_FAILED = "Sorry, there was an error joining the waiting list. Please try again.";
export const NO_NETWORK = "Network error: Please check your internet connection and try again.";
export const NOT_JOINED = "Failed to join waiting list";

export function serverErrorText(serverText: string | undefined): string {
  return `Server error: ${serverText || NOT_JOINED}`;
}
