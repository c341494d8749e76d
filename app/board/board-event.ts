import * as v from "valibot";

const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** What the board sends once when a webhook is set up: the reply says the same back. */
export const challengeSchema = v.object({
  challenge: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/)),
});

/** What it sends of a change, as far as it counts here: where it happened. What changed is read anew. */
export const boardEventSchema = v.object({
  event: v.object({ boardId: id, pulseId: v.optional(id), columnId: v.optional(v.string()) }),
});
export type BoardEvent = v.InferOutput<typeof boardEventSchema>["event"];
