import * as v from "valibot";
import { normalizeText } from "~/platform/formats/normalize-text";

const MAX_RECIPIENT = 100;

/** For how many days a link works. */
export const listeningDays = ["7", "30", "90"] as const;
const DEFAULT_DAYS = "30";

const NO_NAME = "Enter whom the link is for. Its page says so.";

/** What staff choose of a private link. */
export const listeningFormSchema = v.object({
  recipient: v.pipe(
    v.string(NO_NAME),
    v.transform((text) => normalizeText(text.slice(0, 2 * MAX_RECIPIENT))),
    v.minLength(1, NO_NAME),
    v.maxLength(MAX_RECIPIENT, `The name can have at most ${MAX_RECIPIENT} characters.`),
  ),
  days: v.pipe(v.fallback(v.picklist(listeningDays), DEFAULT_DAYS), v.transform(Number)),
  canDownload: v.pipe(
    v.optional(v.string(), ""),
    v.transform((value) => value === "on"),
  ),
});
export type ListeningForm = v.InferOutput<typeof listeningFormSchema>;
