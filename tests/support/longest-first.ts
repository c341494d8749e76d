import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest test files when last measured, so that none of them runs alone at the end. Other files
 * follow in the order of vitest's own cache.
 */
const SLOWEST_FILES = [
  ...["hostile-requests", "board-app", "send-mail-lines", "draft-quota"],
  ...["send-mail-faults", "mirror-drive-faults", "s3-uploads", "connections", "mail-limits"],
  ...["data-deletion", "submit-step", "mirror-drive-crashes", "mirror-drive", "jobs-restart"],
  ...["alerts", "record-races", "log-privacy", "whole-end", "supervised-run"],
  ...["who-gets-what", "every-page", "review", "agreement", "limits", "log-lines"],
  ...["social-clips", "mail-arrives", "early-refusals", "upload-cut-pieces"],
  ...["measures", "release-details"],
  ...["upload-integrity", "upload-replace", "members-drafts", "own-submission"],
].map((name) => `/${name}.test.ts`);

function durationRank({ moduleId }: TestSpecification): number {
  const rank = SLOWEST_FILES.findIndex((end) => moduleId.endsWith(end));
  return rank < 0 ? SLOWEST_FILES.length : rank;
}

/** Runs the slowest files first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => durationRank(a) - durationRank(b));
  }
}
