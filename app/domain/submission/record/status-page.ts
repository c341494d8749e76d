import { addDays } from "~/platform/clock";
import { isSignedPath, signPath } from "~/platform/signed-link";

const STATUS_LINK_DAYS = 400;

const statusPath = (submissionId: string) => `/status/${submissionId}`;

/** The signed path of a submission's public status page, for its mails. */
export function signedStatusPath(secret: string, submissionId: string, now: Date): Promise<string> {
  return signPath(secret, statusPath(submissionId), addDays(now, STATUS_LINK_DAYS));
}

/** Whether an address has a valid signature for the status page of a submission. */
export async function isStatusLink(
  secret: string,
  { submissionId, url }: { submissionId: string; url: URL },
  now: Date,
): Promise<boolean> {
  // Not the requested path: Remix requests data with another suffix.
  const target = new URL(statusPath(submissionId) + url.search, url.origin);
  if (target.pathname !== statusPath(submissionId)) return false;
  return isSignedPath(secret, target, now);
}
