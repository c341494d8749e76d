/** What an artist reads where joining the waiting list has failed (portal document, section 8). */
export const JOIN_FAILED = "Sorry, there was an error joining the waiting list. Please try again.";
export const NO_NETWORK = "Network error: Please check your internet connection and try again.";
/** What the API says where it says nothing of its own. */
export const NOT_JOINED = "Failed to join waiting list";

/** What the server said of a join that it did not take. */
export function serverErrorText(serverText: string | undefined): string {
  return `Server error: ${serverText || NOT_JOINED}`;
}
