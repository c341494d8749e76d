import { type ComparedField, compareVersions } from "~/domain/review/compare-versions";
import type { Draft } from "~/domain/submission/draft/draft";
import { resolveDates } from "~/domain/submission/music/release-days";
import { composeRelease, filesOf } from "~/domain/submission/record/compose-release";
import type { StoredFile } from "~/domain/submission/record/release-form";
import { findSubmission } from "~/domain/submission/record/submission-store.server";
import type { AppContext } from "~/session/app-context";

/**
 * What a draft that corrects a submission changes in what was sent; undefined for another draft, and
 * while a step is empty.
 */
export async function changesSinceSent(
  { db, clock, scope }: AppContext,
  { answers: { artist, music, about }, resendOf }: Draft,
  stored: readonly StoredFile[],
): Promise<ComparedField[] | undefined> {
  const before = resendOf === undefined ? undefined : await findSubmission(db, resendOf);
  if (!before || !artist || !music || !about) return undefined;
  const resolvedMusic = resolveDates(music, scope.artistDay(clock()));
  const form = composeRelease({ artist, music: resolvedMusic, about }, stored);
  const rows = compareVersions(before, { form, files: filesOf(form, stored) });
  return rows.filter((row) => row.isChanged);
}
