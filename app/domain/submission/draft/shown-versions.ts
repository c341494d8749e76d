import * as v from "valibot";
import { choiceSchema } from "~/domain/uploads/upload";
import { lastOf } from "~/platform/formats/last-of";

/** The versions of a draft's steps and slots: what a page has shown, or what is stored. */
export interface DraftVersions {
  /** The page's name for itself: files that its form posts twice are one choice. */
  page?: string | undefined;
  /** The slots whose fields the page shows. */
  fields?: readonly string[] | undefined;
  steps: Readonly<Partial<Record<"artist" | "music" | "about", string>>>;
  slots: Readonly<Record<string, number>>;
}

/** The hidden field of a page with the versions that it shows, in JSON. */
export const SHOWN_FIELD = "shown";

const shownSchema = v.pipe(
  v.string(),
  v.maxLength(10_000),
  v.parseJson(),
  v.object({
    page: v.optional(choiceSchema),
    fields: v.optional(v.array(v.string())),
    steps: v.object({
      artist: v.optional(v.string()),
      music: v.optional(v.string()),
      about: v.optional(v.string()),
    }),
    slots: v.record(v.string(), v.pipe(v.number(), v.integer(), v.minValue(0))),
  }),
);

/** Posted versions, with those that the page's own tab has made since. */
export function withVersionsOfTab(posted: string, own: DraftVersions["slots"]): string {
  const result = v.safeParse(shownSchema, posted);
  if (!result.success) return posted;
  return JSON.stringify({ ...result.output, slots: { ...result.output.slots, ...own } });
}

/** The versions in a posted form; undefined for a page that posts none. */
export function readShownVersions(
  fields: readonly (readonly [string, string])[],
): DraftVersions | undefined {
  const text = lastOf(fields.filter(([name]) => name === SHOWN_FIELD))?.[1];
  const result = v.safeParse(shownSchema, text);
  return result.success ? result.output : undefined;
}
