import * as v from "valibot";

/**
 * Reads a posted JSON body, "{}" where it is empty; replies 400 where it does not fit the schema.
 * @param handle returns the reply's JSON; without any the input is the reply.
 */
export async function postInput<const S extends v.GenericSchema>(
  request: Request,
  schema: S,
  handle: (input: v.InferOutput<S>) => Promise<unknown>,
): Promise<Response> {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), (await request.text()) || "{}");
  const input = v.safeParse(schema, json.output);
  if (!input.success) return Response.json({ error: v.summarize(input.issues) }, { status: 400 });
  const output = await handle(input.output);
  return Response.json(output === undefined ? input.output : output);
}
