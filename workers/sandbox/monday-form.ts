import * as v from "valibot";

const record = v.record(v.string(), v.unknown());
const jsonRecord = v.pipe(v.string(), v.parseJson(), record);
const mapSchema = v.pipe(
  v.string(),
  v.parseJson(),
  v.record(v.string(), v.union([v.string(), v.array(v.string())])),
);

/** Puts a file where a path such as "variables.file" says. */
function put(variables: Record<string, unknown>, path: string, file: File): void {
  variables[path.replace(/^variables\./, "")] = file;
}

/**
 * A GraphQL call with files, in any of the three forms the board takes: with a map of part to
 * variable path (a text, or a list of them), or with a part named `variables[name]`.
 * @returns undefined when the body is none of them.
 */
export async function readFileForm(
  request: Request,
): Promise<{ query: string; variables: Record<string, unknown> } | undefined> {
  const form = await request.formData().catch(() => undefined);
  const query = form?.get("query");
  if (!form || typeof query !== "string") return undefined;
  const given = v.safeParse(jsonRecord, form.get("variables"));
  const variables = given.success ? { ...given.output } : {};
  const map = v.safeParse(mapSchema, form.get("map"));
  for (const [name, value] of form.entries()) {
    if (typeof value === "string") continue;
    const direct = /^variables\[(\w+)\]$/.exec(name)?.[1];
    const paths = direct ?? (map.success ? map.output[name] : undefined) ?? [];
    for (const path of [paths].flat()) put(variables, path, value);
  }
  return { query, variables };
}
