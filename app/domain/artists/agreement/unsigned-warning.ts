import { TEMPLATE_VERSION } from "./terms";

/**
 * Warning beside the button that publishes an artist who has not signed the current agreement;
 * undefined where it is signed.
 * @param signedVersion the version signed last; undefined without one, and without an account.
 */
export function unsignedWarning(signedVersion: string | undefined): string | undefined {
  if (signedVersion === undefined)
    return "The artist hasn't signed the agreement. Until they do, we may review what they sent, and not publish it.";
  if (signedVersion !== TEMPLATE_VERSION)
    return `The artist signed version ${signedVersion} of the agreement, and not yet version ${TEMPLATE_VERSION}, today's.`;
  return undefined;
}
