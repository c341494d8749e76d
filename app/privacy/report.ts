import * as v from "valibot";

/** What a report counts, in the words in which it is told: of one, and of several. */
const COUNTED = {
  signIns: ["sign-in", "sign-ins"],
  drafts: ["submission under way", "submissions under way"],
  submissions: ["submission that was never taken on", "submissions that were never taken on"],
  files: ["music or picture file", "music and picture files"],
  clips: ["social clip", "social clips"],
  entries: ["place on the waiting list", "places on the waiting list"],
  links: ["invitation or link to come back", "invitations and links to come back"],
  mails: ["mail to you", "mails to you"],
  agreements: ["agreement that was not signed", "agreements that were not signed"],
} as const satisfies Record<string, readonly [one: string, several: string]>;
export type Counted = keyof typeof COUNTED;

const figure = v.optional(v.number(), 0);

/** What became of a deletion, as its row keeps it: figures, and nothing that names anybody. */
const reportSchema = v.object({
  deleted: v.optional(v.record(v.string(), v.number()), {}),
  kept: v.optional(v.object({ submissions: figure, agreements: figure }), {}),
  /** What machines could not remove at others' and people must: never a name. */
  byHand: v.optional(v.array(v.string()), []),
});
export type Report = v.InferOutput<typeof reportSchema>;

/** A stored report; an empty one where there is none. */
export function readReport(text: string | null): Report {
  return v.parse(reportSchema, JSON.parse(text ?? "{}"));
}

const isCounted = (what: string): what is Counted => what in COUNTED;

/** What was deleted, line by line: the account itself first, then what there was of it. */
export function deletedLines({ deleted }: Report): string[] {
  const lines = Object.entries(deleted).flatMap(([what, count]) => {
    if (count === 0 || !isCounted(what)) return [];
    const [one, several] = COUNTED[what];
    return [`${count} ${count === 1 ? one : several}`];
  });
  return ["your account, with its profile and picture", ...lines];
}

/** What is kept, and why. */
export function retainedDataLines({ kept: { submissions = 0, agreements = 0 } }: Report): string[] {
  const releases =
    submissions === 1 ? "1 release that we took on" : `${submissions} releases that we took on`;
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
    "that you asked for this, and what we did, for 3 years: no name is in it",
    "your address among those that our mails are unwanted at, if you stopped them, so that none is sent",
  ];
}
