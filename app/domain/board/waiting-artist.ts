import * as v from "valibot";
import { partsOf } from "~/domain/submission/fields/form-field";
import { formFields } from "~/domain/submission/fields/form-fields";

const text = v.optional(v.string(), "");
const { fullName, ...recorded } = partsOf(formFields.artist, "recorded");

/** What an entry of the waiting list stores about its artist (portal document, section 3). */
export const artistDataSchema = v.object({
  ...recorded,
  listenLink: text,
  projectDescription: text,
  submissionIntent: text,
});
export type ArtistData = v.InferOutput<typeof artistDataSchema>;
