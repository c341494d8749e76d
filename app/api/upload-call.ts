import type { Draft } from "~/domain/submission/draft/draft";
import type { AppContext } from "~/session/app-context";
import { retryLaterResponse } from "~/session/refusal";
import { tooManyUploadsText } from "~/session/visitor-limits.server";

/** The draft's artist name, or the posted one while the draft has none. */
export function artistOf(draft: Draft, fallback: string): string {
  return draft.answers.artist?.artistName || fallback;
}

/** For the `details` of a failed call, so that staff find it in the log. */
export function requestReference({ scope }: AppContext): { details: string } {
  return { details: `Reference for support: ${scope.requestId}` };
}

/** Counts an upload start. @throws Response 429. */
export async function limitUploadStart(context: AppContext): Promise<void> {
  const wait = await context.scope.limitCall("uploads");
  if (wait !== undefined)
    throw retryLaterResponse(context, { status: 429, text: tooManyUploadsText(wait), wait });
}
