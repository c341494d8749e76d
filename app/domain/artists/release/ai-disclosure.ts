import * as v from "valibot";
import type {
  AiDisclosure,
  AiPart,
  ContainsAi,
  LabelledValues,
} from "~/domain/submission/record/distribution-details";
import { choice } from "~/forms/fields";
import { INSTRUMENTAL } from "~/reference/languages";

/** What stores ask about a recording. */
export const AI_PARTS = {
  vocals: "Vocals",
  instruments: "Instruments",
  composition: "Composition",
  lyrics: "Lyrics",
  postProduction: "Post-production",
} as const satisfies Record<AiPart, string>;

/** What they ask about a release: its recordings together, and the artwork. */
export const RELEASE_AI_PARTS = { ...AI_PARTS, artwork: "Artwork" } as const;

/** How much of a part AI made, in the words of DDEX's ContainsAI. */
export const AI_AMOUNTS = { none: "None", partly: "Partly", all: "All" } as const satisfies Record<
  string,
  ContainsAi
>;
type Amount = keyof typeof AI_AMOUNTS;

/** The answers of an earlier form, which asked once about the release as a whole. */
const EARLIER_LABELS = {
  none: "None of it",
  some: "Some of it",
  most: "Most or all of it",
} as const;

const namesOf = <K extends string>(labels: Readonly<Record<K, string>>) =>
  Object.keys(labels) as K[];

const amount = choice(["none", "partly", "all"]);
const releaseParts = v.object(v.entriesFromList(namesOf(RELEASE_AI_PARTS), amount));
/** Of a track that differs; an empty answer is that of the release. */
const trackParts = v.object(
  v.entriesFromList(namesOf(AI_PARTS), choice(["", "none", "partly", "all"])),
);
export const trackAiParts = v.fallback(trackParts, () => v.parse(trackParts, {}));

export const aiEntries = {
  ai: choice(["", "no", "yes", "none", "some", "most"]),
  aiEarlier: choice(["", "none", "some", "most"]),
  aiParts: v.fallback(releaseParts, () => v.parse(releaseParts, {})),
};

type AiEntries = v.InferOutput<v.ObjectSchema<typeof aiEntries, undefined>>;

/** Keeps an answer of the earlier form, and says that it is one. The back-fill `ai-answers` does so in stored rows. */
export function carryOverAi<T extends Pick<AiEntries, "ai" | "aiEarlier">>(details: T) {
  const { ai } = details;
  if (ai === "" || ai === "no" || ai === "yes") return { ...details, ai };
  return { ...details, ai: ai === "none" ? "no" : "yes", aiEarlier: ai } as const;
}

type TrackAnswers = { language: string; aiParts: v.InferOutput<typeof trackParts> };
type AiAnswers = Omit<AiEntries, "ai"> & {
  ai: "" | "no" | "yes";
  tracks: readonly TrackAnswers[];
};

/** Whether any part, of the release or of a track, is said to be made by AI. */
export const hasAiPart = ({ aiParts, tracks }: Omit<AiAnswers, "ai" | "aiEarlier">): boolean =>
  [aiParts, ...tracks.map((track) => track.aiParts)].some((parts) =>
    Object.values(parts).some((part) => part === "partly" || part === "all"),
  );

const sumUp = (amounts: readonly Amount[]): ContainsAi => {
  const [first = "none"] = amounts;
  return AI_AMOUNTS[amounts.every((one) => one === first) ? first : "partly"];
};

function discloseTrack({ ai, aiParts }: AiAnswers, track: TrackAnswers) {
  // A track without words has neither a voice nor lyrics, whatever the release says.
  const names = namesOf(AI_PARTS).filter(
    (part) => track.language !== INSTRUMENTAL || (part !== "vocals" && part !== "lyrics"),
  );
  const answers = names.map(
    (part) => [part, ai === "yes" ? track.aiParts[part] || aiParts[part] : "none"] as const,
  );
  const parts: AiDisclosure["tracks"][number]["parts"] = Object.fromEntries(
    answers.map(([part, answer]) => [part, AI_AMOUNTS[answer]]),
  );
  return { recording: sumUp(answers.map(([, answer]) => answer)), parts };
}

/** What AI made, as stores and DDEX ask it; undefined while it is not answered. */
export function aiDisclosure(details: AiAnswers): AiDisclosure | undefined {
  const { ai, aiEarlier, aiParts } = details;
  if (ai === "") return undefined;
  const earlier = aiEarlier && { earlier: EARLIER_LABELS[aiEarlier] };
  // Which parts "some" or "most" meant is not known.
  if (ai === "yes" && earlier) return { ...earlier, release: "Partly", tracks: [] };
  const tracks = details.tracks.map((track) => discloseTrack(details, track));
  const artwork = AI_AMOUNTS[ai === "yes" ? aiParts.artwork : "none"];
  const all = [artwork, ...tracks.map(({ recording }) => recording)];
  const release = all.every((one) => one === artwork) ? artwork : "Partly";
  return { ...earlier, release, artwork, tracks };
}

const joined = (texts: readonly (string | undefined)[]) => texts.filter(Boolean).join(": ");

/** What AI made of the release and its artwork, as text. */
export function releaseAiRows(ai: AiDisclosure | undefined, note: string): LabelledValues {
  if (!ai) return [];
  const answer = ai.earlier ? `From an earlier form: ${ai.earlier}` : ai.release;
  return [
    ["Made by AI", joined([answer, ai.release === "None" ? "" : note])],
    ["Artwork made by AI", ai.artwork ?? ""],
  ];
}

/** What AI made of a track, as text, with the parts that it made. */
export function trackAiRows(ai: AiDisclosure["tracks"][number] | undefined): LabelledValues {
  if (!ai) return [];
  const { recording, parts } = ai;
  const made = namesOf(AI_PARTS).flatMap((part) => {
    const answer = parts[part] ?? "None";
    return answer === "None" ? [] : `${AI_PARTS[part]} ${answer.toLowerCase()}`;
  });
  return [["Made by AI", joined([recording, made.join(", ")])]];
}
