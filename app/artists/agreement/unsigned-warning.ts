import { TEMPLATE_VERSION } from "./terms";

/**
 * What staff read beside the button that publishes something of an artist, where the agreement of today
 * is not signed: what was only sent may be reviewed, and not shown. Undefined where it is signed.
 * @param signedVersion the version that the artist signed last; undefined for none, and without an account.
 */
export function unsignedWarning(signedVersion: string | undefined): string | undefined {
  if (signedVersion === undefined)
    return "The artist hasn't signed the agreement. Until they do, we may review what they sent, and not publish it.";
  if (signedVersion !== TEMPLATE_VERSION)
    return `The artist signed version ${signedVersion} of the agreement, and not yet version ${TEMPLATE_VERSION}, today's.`;
  return undefined;
}
