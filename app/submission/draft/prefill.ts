import * as v from "valibot";
import { singleLine } from "~/forms/fields";
import { previousContributorsSchema } from "../music/previous-contributors";

/** What a returning artist's last release tells of the next one. Files are never part of it. */
export const draftPrefillSchema = v.object({
  primaryGenre: singleLine,
  subGenre: singleLine,
  usual: previousContributorsSchema,
});
export type DraftPrefill = v.InferOutput<typeof draftPrefillSchema>;
