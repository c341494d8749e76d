import * as v from "valibot";
import { singleLine } from "~/forms/fields";
import { keptPeopleSchema } from "../music/known-people";

/** From the last release of a returning artist; never its files. */
export const draftPrefillSchema = v.object({
  primaryGenre: singleLine,
  subGenre: singleLine,
  usual: keptPeopleSchema,
});
export type DraftPrefill = v.InferOutput<typeof draftPrefillSchema>;
