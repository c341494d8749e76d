import type { Portal } from "~/session/portal";
import { retryLaterResponse } from "~/session/refusal";
import { tooManyUploadsText } from "~/session/visitor-limits.server";
import type { Draft } from "~/submission/draft/draft";

/** The artist a file is filed under: the draft's, or while it has none the one that was sent. */
export function artistOf(draft: Draft, fallback: string): string {
  return draft.answers.artist?.artistName || fallback;
}

/** What staff need to find a failed call in the log, for the `details` of its reply. */
export function requestReference({ scope }: Portal): { details: string } {
  return { details: `Reference for support: ${scope.requestId}` };
}

/** Takes a visitor's turn to start an upload. @throws Response 429 for one who has none left. */
export async function limitUploadStart(portal: Portal): Promise<void> {
  const wait = await portal.scope.limitCall("uploads");
  if (wait !== undefined)
    throw retryLaterResponse(portal, { status: 429, text: tooManyUploadsText(wait), wait });
}
