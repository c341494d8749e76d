import type {
  AiDisclosure,
  DeliveryAnswers,
  DistributionDetails,
  LabelledValues,
} from "~/domain/submission/record/distribution-details";
import { formatGtin, readGtin } from "~/platform/formats/gtin";
import { formatIsrc, readIsrc } from "~/platform/formats/isrc";
import { readIswc } from "~/platform/formats/iswc";
import { validCode } from "~/platform/formats/optional-codes";
import { countryCode } from "~/reference/countries";
import { languagesText } from "~/reference/language-names";
import type { TrackTitles } from "../release-tracks";
import { aiDisclosure, releaseAiRows, trackAiRows } from "./ai-disclosure";
import type { Details, TrackDetails } from "./details";
import { type CodedPerson, peopleRows } from "./people-codes";
import { describeRightsGaps, releaseRightsRows, trackRightsRows } from "./rights";
import type { ProofFile } from "./rights-proofs";
import { readCountries, territoryText } from "./territory";

const ASSIGN = "Please assign one";

export const EXPLICIT_LABELS = {
  no: "No explicit words",
  yes: "Explicit",
  clean: "Clean version of an explicit track",
} as const;

function codeText(
  text: string,
  assign: boolean,
  read: typeof readIsrc,
  format: (code: string) => string,
): string {
  if (!text) return assign ? ASSIGN : "";
  const result = read(text);
  return "code" in result ? format(result.code) : text;
}

const findLabel = (labels: Readonly<Record<string, string>>, value: string) => labels[value] ?? "";

function trackRows(
  track: TrackDetails,
  release: Details,
  proofs: readonly ProofFile[],
): LabelledValues {
  const { isrc, assignIsrc, explicit, version, language, otherLanguages, lyrics } = track;
  const { credits, creditsNote } = track;
  return [
    ["ISRC", codeText(isrc, assignIsrc, readIsrc, formatIsrc)],
    ["ISWC", validCode("iswc", track.iswc)],
    ["Explicit", findLabel(EXPLICIT_LABELS, explicit)],
    ["Version", version],
    ["Language", languagesText(language || otherLanguages ? track : release)],
    ["Credits", credits === "change" ? `To change: ${creditsNote}` : "Right as submitted"],
    ...trackRightsRows(track, proofs),
    ["Lyrics", lyrics],
  ];
}

function releaseRows(
  details: Details,
  hasTracks: boolean,
  proofs: readonly ProofFile[],
  ai: AiDisclosure | undefined,
): LabelledValues {
  const { upc, assignUpc, labelName, cYear, cName, pYear, pName } = details;
  const { territory, countries } = details;
  return [
    ...(hasTracks ? [["UPC", codeText(upc, assignUpc, readGtin, formatGtin)] as const] : []),
    ["Label", labelName],
    ["Language of the release", languagesText(details)],
    ["©", `${cYear} ${cName}`.trim()],
    ["℗", `${pYear} ${pName}`.trim()],
    ["Territory", territoryText(territory, countries)],
    ...releaseAiRows(ai, details.aiNote),
    ...releaseRightsRows(details, proofs),
  ];
}

const validOnly = (text: string, read: typeof readIsrc) => {
  const result = read(text);
  return "code" in result ? result.code : "";
};

const isListed = (territory: Details["territory"]) =>
  territory === "list" || territory === "except";

function deliveryAnswers(details: Details, form: TrackTitles): DeliveryAnswers {
  const { labelName, language, cYear, cName, pYear, pName, territory, countries } = details;
  return {
    ...{ labelName, language, cYear, cName, pYear, pName, territory },
    gtin: validOnly(details.upc, readGtin),
    countries: isListed(territory)
      ? readCountries(countries).names.flatMap((name) => countryCode(name) ?? [])
      : [],
    tracks: details.tracks.slice(0, form.tracks.length).map((track) => ({
      isrc: validOnly(track.isrc, readIsrc),
      iswc: validOnly(track.iswc, readIswc),
      version: track.version,
      language: track.language || track.otherLanguages ? track.language : language,
      explicit: track.explicit,
      lyrics: track.lyrics,
      isCover: track.cover === "yes",
      coverWriters: track.cover === "yes" ? track.coverWriters : "",
      publisher: track.cover === "yes" ? track.coverPublisher : "",
    })),
    ai: aiDisclosure(details),
  };
}

/**
 * Formats submitted details.
 * @param details undefined while none were submitted.
 * @param shares a line for each track.
 */
export function describeDetails(
  details: Details | undefined,
  form: TrackTitles,
  {
    sentAt,
    shares,
    proofs = [],
    people = [],
  }: {
    sentAt: string | null;
    shares: readonly string[];
    proofs?: readonly ProofFile[];
    people?: readonly CodedPerson[];
  },
): DistributionDetails {
  const delivery = details && { ...deliveryAnswers(details, form), people };
  return {
    sentAt,
    rightsGaps: details ? describeRightsGaps(details, form, proofs) : [],
    delivery,
    release: details
      ? [
          ...releaseRows(details, form.tracks.length > 0, proofs, delivery?.ai),
          ...peopleRows(people),
        ]
      : [],
    tracks: form.tracks.map((_, index) => {
      const track = details?.tracks[index];
      const rows = details && track ? trackRows(track, details, proofs) : [];
      return [
        ...rows,
        ...trackAiRows(delivery?.ai?.tracks[index]),
        ["Shares", shares[index] ?? ""],
      ];
    }),
  };
}
