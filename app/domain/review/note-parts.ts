/** A member of staff who can be mentioned, or get an entry assigned. */
export interface Colleague {
  id: string;
  name: string;
}

/** A moment of a track, in seconds from its start. */
export interface TrackMoment {
  /** The first is 1. */
  track: number;
  seconds: number;
}

export type NotePart =
  | { kind: "text"; text: string }
  | ({ kind: "mention"; text: string } & Pick<Colleague, "id">)
  | ({ kind: "moment"; text: string } & TrackMoment);

/** The length of each track in seconds; undefined where it is unknown. */
type TrackLengths = readonly (number | undefined)[];

/** The first word of a name, or an email address up to the @. */
const shortName = (name: string) => name.split(/[\s@]/)[0] ?? name;

/**
 * What each colleague can be called after an @, in lower case: the whole name, and its first word where
 * nobody else has it. The longest are first.
 */
function handlesOf(colleagues: readonly Colleague[]): { handle: string; id: string }[] {
  const short = colleagues.map(({ name }) => shortName(name).toLowerCase());
  return colleagues
    .flatMap(({ id, name }, index) => {
      const first = short[index] ?? "";
      const isShared = short.some((other, otherIndex) => other === first && otherIndex !== index);
      const handles = isShared ? [name.toLowerCase()] : [name.toLowerCase(), first];
      return handles.filter(Boolean).map((handle) => ({ handle, id }));
    })
    .sort((left, right) => right.handle.length - left.handle.length);
}

/** The shortest text after an @ that mentions each colleague. */
export function mentionHandles(colleagues: readonly Colleague[]): string[] {
  return colleagues.map(({ name }) => {
    const first = shortName(name);
    const isShared = colleagues.some(
      (other) => other.name !== name && shortName(other.name).toLowerCase() === first.toLowerCase(),
    );
    return isShared ? name : first;
  });
}

const isWordPart = (character: string | undefined) => /[\p{L}\p{N}_]/u.test(character ?? "");

/** A part of a note that is more than text, and where it begins. */
type FoundPart = Exclude<NotePart, { kind: "text" }> & { index: number };

function findMentions(text: string, colleagues: readonly Colleague[]): FoundPart[] {
  const handles = handlesOf(colleagues);
  return [...text.matchAll(/@/g)].flatMap(({ index = 0 }) => {
    // An @ within a word belongs to an email address.
    if (isWordPart(text[index - 1])) return [];
    const found = handles.find(
      ({ handle: { length }, handle }) =>
        text.slice(index + 1, index + 1 + length).toLowerCase() === handle &&
        !isWordPart(text[index + 1 + length]),
    );
    if (!found) return [];
    const mention = text.slice(index, index + 1 + found.handle.length);
    return [{ kind: "mention" as const, text: mention, id: found.id, index }];
  });
}

const TRACK_OR_TIME =
  /\btrack\s+(\d{1,2})\b(?!:\d)|\b(\d{1,2}):([0-5]\d)(?::([0-5]\d))?\b(?!:\d)/gi;

/** Times such as 1:23 and 1:02:03. Each belongs to the track that was named last, else to the first. */
function findMoments(text: string, lengths: TrackLengths): FoundPart[] {
  let track = 1;
  return [...text.matchAll(TRACK_OR_TIME)].flatMap((match) => {
    const [time, trackNumber, first, second, third] = match;
    if (trackNumber !== undefined) {
      track = Number(trackNumber);
      return [];
    }
    const toSeconds = (whole: number, sixtieth: string | undefined) =>
      whole * 60 + Number(sixtieth);
    const short = toSeconds(Number(first), second);
    const seconds = third === undefined ? short : toSeconds(short, third);
    const length = lengths[track - 1];
    // A time past the end is one of the day.
    const isInside = track >= 1 && track <= lengths.length && seconds < (length ?? Infinity);
    if (!isInside) return [];
    return [{ kind: "moment" as const, text: time, track, seconds, index: match.index ?? 0 }];
  });
}

/** Splits a note into plain text, mentions of colleagues, and moments of its tracks. */
export function noteParts(
  text: string,
  { colleagues, lengths }: { colleagues: readonly Colleague[]; lengths: TrackLengths },
): NotePart[] {
  const found = [...findMentions(text, colleagues), ...findMoments(text, lengths)].sort(
    (left, right) => left.index - right.index,
  );
  const parts: NotePart[] = [];
  let end = 0;
  for (const { index, ...part } of found) {
    // A name may contain a time.
    if (index < end) continue;
    if (index > end) parts.push({ kind: "text", text: text.slice(end, index) });
    parts.push(part);
    end = index + part.text.length;
  }
  if (end < text.length) parts.push({ kind: "text", text: text.slice(end) });
  return parts;
}

/** The ids of the colleagues whom a note mentions, each once. */
export function mentionedIds(text: string, colleagues: readonly Colleague[]): string[] {
  const ids = findMentions(text, colleagues).flatMap((part) =>
    part.kind === "mention" ? [part.id] : [],
  );
  return [...new Set(ids)];
}

/** The moments that notes name, each once. */
export function momentsOf(parts: readonly NotePart[]): TrackMoment[] {
  const moments = parts.flatMap((part) =>
    part.kind === "moment" ? [{ track: part.track, seconds: part.seconds }] : [],
  );
  return [...new Map(moments.map((moment) => [momentAnchor(moment), moment])).values()];
}

/** The name of the place on the page that stands for a moment. */
export const momentAnchor = ({ track, seconds }: TrackMoment) => `track-${track}-${seconds}`;
