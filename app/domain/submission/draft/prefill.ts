import * as v from "valibot";
import { singleLine } from "~/forms/fields";
import { previousContributorsSchema } from "../music/previous-contributors";

/** From the last release of a returning artist; never its files. */
export const draftPrefillSchema = v.object({
  primaryGenre: singleLine,
  subGenre: singleLine,
  usual: previousContributorsSchema,
});
export type DraftPrefill = v.InferOutput<typeof draftPrefillSchema>;
