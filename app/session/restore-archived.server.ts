import {
  restoreAll,
  restoreNamed,
} from "~/domain/submission/record/archive/restore-submission.server";
import type { AppContext } from "./app-context";

type RestoringPortal = Pick<AppContext, "db" | "archive" | "clock">;

/** Brings a submission, named by its id or board item, back where it is archived. */
export function restoreArchived(
  { db, archive, clock }: RestoringPortal,
  id: string,
): Promise<void> {
  return restoreNamed({ db, archive, now: clock() }, id);
}

/** Brings all of these submissions back that are archived. */
export function restoreAllArchived(
  { db, archive, clock }: RestoringPortal,
  ids: readonly string[],
): Promise<void> {
  return restoreAll({ db, archive, now: clock() }, ids);
}
