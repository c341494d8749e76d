import * as v from "valibot";

const id = v.pipe(v.union([v.string(), v.number()]), v.transform(String));

/** Sent once when a webhook is created; must be echoed. */
export const challengeSchema = v.object({
  challenge: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/)),
});

/** A change event: only where it happened. The change itself is read from the board. */
export const boardEventSchema = v.object({
  event: v.object({ boardId: id, pulseId: v.optional(id), columnId: v.optional(v.string()) }),
});
export type BoardEvent = v.InferOutput<typeof boardEventSchema>["event"];
