import type { Block } from "./mail-content";
import { sanitizeInput } from "./sanitize-input";

/** Who a mail greets; both may be user input. */
export interface Greeted {
  firstName?: string | undefined;
  artistName?: string | undefined;
}

/**
 * The first line of every mail to an artist or songwriter: by first name, else by artist name. A mail to an
 * address that anybody may have typed passes no name, so that nobody can write text to strangers.
 */
export function greetingBlock({ firstName, artistName }: Greeted = {}): Block {
  const name = sanitizeInput(firstName ?? "") || sanitizeInput(artistName ?? "");
  return name ? `Hello ${name},` : "Hello,";
}
