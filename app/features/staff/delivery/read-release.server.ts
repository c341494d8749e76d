import { announceRelease } from "~/domain/review/ern/release-message";
import type { AppContext } from "~/session/app-context";
import { requirePackaged } from "../require-submission.server";

/**
 * A submission with its message, or with what that lacks.
 * @throws Response 404 if there is no such submission.
 */
export async function readRelease(context: AppContext, id: string) {
  const packaged = await requirePackaged(context, id);
  const announced = announceRelease(packaged.release, packaged.files, context.settings);
  return { packaged, announced, lacks: "lacks" in announced ? announced.lacks : [] };
}
