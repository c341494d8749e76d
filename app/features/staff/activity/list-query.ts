import * as v from "valibot";

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/** The cursor of a list from its address; undefined for the first page. */
export function cursorOf(query: URLSearchParams): string | undefined {
  const id = v.safeParse(idSchema, query.get("before"));
  return id.success ? id.output : undefined;
}
