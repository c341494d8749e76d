import type { Clock } from "~/platform/clock";
import type { Database } from "~/platform/database.server";
import { nearDate, withNextDate } from "../music/next-date";
import type { Draft } from "./draft";
import { saveStep } from "./draft-store.server";
import { stepVersion } from "./step-version.server";

interface MoveDeps {
  db: Database;
  clock: Clock;
  scope: { artistDay: (now: Date) => Date };
  settings: { LIMIT_DRAFT_KB: number };
}

/** Moves a release date that is too near by now to the first possible one. */
export async function moveToNextDate({ db, clock, scope, settings }: MoveDeps, draft: Draft) {
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
