import * as v from "valibot";

const mailChoicesSchema = v.object({
  statuses: v.optional(v.boolean(), true),
  /** Such as that a draft is about to expire. */
  reminders: v.optional(v.boolean(), true),
  /** Other news of the label: opt-in. */
  news: v.optional(v.boolean(), false),
});
export type MailChoices = v.InferOutput<typeof mailChoicesSchema>;

export const readMailChoices = (json: string): MailChoices =>
  v.parse(mailChoicesSchema, JSON.parse(json));

export const mailChoiceLabels = {
  statuses: {
    label: "News about my submissions",
    hint: "One email for each change of status. A decision always comes with its reason.",
  },
  reminders: {
    label: "Reminders",
    hint: "Before a draft that you haven't sent is deleted.",
  },
  news: {
    label: "News from the label",
    hint: "Now and then, and only if you want it.",
  },
} as const satisfies Record<keyof MailChoices, { label: string; hint: string }>;

/** The choices of a posted form: unticked boxes are off. */
export function postedChoices(fields: URLSearchParams): MailChoices {
  return {
    statuses: fields.has("statuses"),
    reminders: fields.has("reminders"),
    news: fields.has("news"),
  };
}
