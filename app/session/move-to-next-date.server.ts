import type { Draft } from "~/domain/submission/draft/draft";
import { saveStep } from "~/domain/submission/draft/draft-store.server";
import { stepVersion } from "~/domain/submission/draft/step-version.server";
import { nearDate, withNextDate } from "~/domain/submission/music/next-date";
import type { AppContext } from "./app-context";

/** Moves a release date that is too near by now to the first possible one. */
export async function moveToNextDate(
  { db, clock, scope, settings }: AppContext,
  draft: Draft,
): Promise<void> {
  const now = clock();
  const today = scope.artistDay(now);
  const { music } = draft.answers;
  if (!music || !nearDate(music, today)) return;
  await saveStep(db, draft.id, {
    step: "music",
    answers: withNextDate(music, today),
    completed: undefined,
    now,
    base: await stepVersion(music),
    knownDraft: draft,
    maxBytes: settings.LIMIT_DRAFT_KB * 1024,
    savedBy: undefined,
  });
}
