import * as v from "valibot";
import { singleLineUpTo } from "~/forms/fields";
import { filterQuery, readFilter } from "./queue-filter";

/** More would fill the side of the desk. */
export const MAX_VIEWS = 20;
/** In characters. */
export const MAX_VIEW_NAME = 40;
const MAX_QUERY = 300;

/** A view of a form: the query of any page of the queue becomes that of its filter. */
export const savedViewSchema = v.object({
  name: v.pipe(
    singleLineUpTo(MAX_VIEW_NAME),
    v.transform((name) => name.replace(/\s+/g, " ").trim()),
    v.minLength(1, "Give the view a name."),
    v.maxLength(MAX_VIEW_NAME, `The name must have at most ${MAX_VIEW_NAME} characters.`),
  ),
  query: v.pipe(
    v.string(),
    v.transform((query) => filterQuery(readFilter(new URLSearchParams(query)))),
    v.minLength(1, "Set a filter first, so that there is something to save."),
    v.maxLength(MAX_QUERY, "The search is too long to save. Use fewer words."),
  ),
});
export type ViewInput = v.InferOutput<typeof savedViewSchema>;
