import * as v from "valibot";
import { line } from "~/forms/fields";
import { usualContributorsSchema } from "../music/usual-contributors";

/** What a returning artist's last release tells of the next one. Files are never part of it. */
export const draftPrefillSchema = v.object({
  primaryGenre: line,
  subGenre: line,
  usual: usualContributorsSchema,
});
export type DraftPrefill = v.InferOutput<typeof draftPrefillSchema>;
