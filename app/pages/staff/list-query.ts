import * as v from "valibot";

const idSchema = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/** The id behind which a list goes on, as its address names it; undefined for its beginning. */
export function cursorOf(query: URLSearchParams): string | undefined {
  const id = v.safeParse(idSchema, query.get("before"));
  return id.success ? id.output : undefined;
}
