import * as v from "valibot";

/** What an artist may choose to hear of by mail; what they never chose is as it is here. */
const mailChoicesSchema = v.object({
  /** Every change of a submission's status. */
  statuses: v.optional(v.boolean(), true),
  /** That a draft is about to end, and the like. */
  reminders: v.optional(v.boolean(), true),
  /** Whatever else the label has to tell: nothing, unless it is asked for. */
  news: v.optional(v.boolean(), false),
});
export type MailChoices = v.InferOutput<typeof mailChoicesSchema>;

/** The choices as an account's row has them. */
export const readMailChoices = (json: string): MailChoices =>
  v.parse(mailChoicesSchema, JSON.parse(json));

/** How they are asked for. */
export const mailChoiceLabels = {
  statuses: {
    label: "News of my submissions",
    hint: "One email for each change of status. A decision always comes with its reason.",
  },
  reminders: {
    label: "Reminders",
    hint: "Before a draft that you haven't sent is deleted.",
  },
  news: {
    label: "News from the label",
    hint: "Now and then, and only if you'd like it.",
  },
} as const satisfies Record<keyof MailChoices, { label: string; hint: string }>;

/** The choices that a posted form makes: what is not ticked is not wanted. */
export function postedChoices(fields: URLSearchParams): MailChoices {
  return {
    statuses: fields.has("statuses"),
    reminders: fields.has("reminders"),
    news: fields.has("news"),
  };
}
