import * as v from "valibot";
import { singleLineUpTo } from "~/forms/fields";

/** What the team notes of an entry. No artist sees it. */
export interface ItemMarks {
  /** Null unless it is on the shortlist. */
  shortlistedAt: string | null;
  /** From 1 to `MAX_RATING`. */
  rating: number | null;
  tags: string[];
}

export const MAX_RATING = 5;

const MAX_TAGS = 10;
/** In characters. */
const MAX_TAG = 30;
/** A character has up to two UTF-16 units. */
const tagText = singleLineUpTo(2 * MAX_TAG);

/** In lower case and once each, so that colleagues mean the same by one word. */
function normalizeTags(text: string): string[] {
  const tags = text
    .split(",")
    .map((tag) => v.parse(tagText, tag).replace(/\s+/g, " ").trim().toLowerCase());
  return [...new Set(tags)].filter(Boolean);
}

/** Tags as typed, with commas between them. */
export const tagsSchema = v.object({
  tags: v.pipe(
    v.string(),
    v.transform(normalizeTags),
    v.maxLength(MAX_TAGS, `An entry can have at most ${MAX_TAGS} tags.`),
    v.everyItem(
      (tag) => [...tag].length <= MAX_TAG,
      `A tag can have at most ${MAX_TAG} characters.`,
    ),
  ),
});

const storedTags = v.fallback(v.pipe(v.string(), v.parseJson(), v.array(v.string())), []);

/** The tags of a stored row. */
export const parseTags = (json: string): string[] => v.parse(storedTags, json);

export const joinTags = (tags: readonly string[]) => tags.join(", ");

/**
 * What the field of an entry's tags offers: its tags with one more of those in use, since a choice
 * replaces all that is in the field.
 */
export function tagSuggestions(tags: readonly string[], knownTags: readonly string[]): string[] {
  return knownTags.filter((tag) => !tags.includes(tag)).map((tag) => joinTags([...tags, tag]));
}
