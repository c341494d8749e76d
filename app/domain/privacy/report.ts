import * as v from "valibot";

const COUNTED = {
  signIns: ["sign-in", "sign-ins"],
  drafts: ["submission under way", "submissions under way"],
  submissions: ["submission that we did not accept", "submissions that we did not accept"],
  files: ["music or picture file", "music and picture files"],
  clips: ["social clip", "social clips"],
  entries: ["place on the waiting list", "places on the waiting list"],
  links: ["invitation or link to come back", "invitations and links to come back"],
  mails: ["mail to you", "mails to you"],
  agreements: ["agreement that was not signed", "agreements that were not signed"],
} as const satisfies Record<string, readonly [one: string, several: string]>;
export type Counted = keyof typeof COUNTED;

const figure = v.optional(v.number(), 0);

/** The stored report of a deletion: counts only, no personal data. */
const reportSchema = v.object({
  deleted: v.optional(v.record(v.string(), v.number()), {}),
  kept: v.optional(v.object({ submissions: figure, agreements: figure }), {}),
  /** External copies that staff must remove; never a name. */
  byHand: v.optional(v.array(v.string()), []),
});
export type Report = v.InferOutput<typeof reportSchema>;

export function readReport(text: string | null): Report {
  return v.parse(reportSchema, JSON.parse(text ?? "{}"));
}

const isCounted = (item: string): item is Counted => item in COUNTED;

export function deletedLines({ deleted }: Report): string[] {
  const lines = Object.entries(deleted).flatMap(([item, count]) => {
    if (count === 0 || !isCounted(item)) return [];
    const [singular, plural] = COUNTED[item];
    return [`${count} ${count === 1 ? singular : plural}`];
  });
  return ["your account, with its profile and picture", ...lines];
}

export function retainedDataLines({ kept: { submissions = 0, agreements = 0 } }: Report): string[] {
  const releases =
    submissions === 1 ? "1 release that we accepted" : `${submissions} releases that we accepted`;
  const agreementText =
    agreements === 1 ? "1 agreement you signed" : `${agreements} agreements you signed`;
  return [
    ...(submissions > 0
      ? [
          `${releases}, with its record for 7 years: rights and payments must be provable. Its music files go 3 years after the agreement has ended`,
        ]
      : []),
    ...(agreements > 0
      ? [`${agreementText}, for 7 years: a contract that was signed must be provable`]
      : []),
    "that you asked for this, and what we did, for 3 years and without your name",
    "your address, if you stopped our emails, so that we send none there",
  ];
}
