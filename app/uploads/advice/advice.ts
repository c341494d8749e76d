import type { ArtworkFindings } from "~/media/artwork";
import type { AudioFindings } from "~/media/audio-findings";
import type { Advice } from "./advice-shape";
import { artworkTexts, audioTexts } from "./advice-texts";
import { toTenth } from "./advice-words";

/** dBTP: lossy copies, which stores make of everything, overshoot; this much room keeps them clean. */
const TRUE_PEAK_CEILING = -1;
/** Seconds. Longer than a breath or a count-in that is meant. */
const LONG_HEAD = 2;
/** Seconds. Fades and reverb are over where silence begins, and players add a gap of their own. */
const LONG_TAIL = 5;
const CD_RATE = 44_100;
const CD_BITS = 16;
/** Pixels of a side that most stores ask for. */
const COVER_PIXELS = 3000;

/** What the artist should know of a WAV file, most important first. */
export function audioAdvice(findings: AudioFindings): Advice[] {
  const { silence, unusable, seconds } = findings;
  if (silence.head >= seconds) return [advice("silent", audioTexts.silent)];
  return [
    ...(unusable > 0 ? [advice("damaged-samples", audioTexts.damaged(unusable))] : []),
    ...levels(findings),
    ...channels(findings),
    ...(silence.head > LONG_HEAD
      ? [advice("silent-head", audioTexts.silentEnd("start", silence.head))]
      : []),
    ...(silence.tail > LONG_TAIL
      ? [advice("silent-tail", audioTexts.silentEnd("end", silence.tail))]
      : []),
    ...resolution(findings),
    ...loudness(findings),
  ];
}

/** One sentence on levels: each of these findings brings the next ones with it. */
function levels({ over, clipping, peak, truePeak }: AudioFindings): Advice[] {
  if (over.samples > 0) {
    return [advice("over-full-scale", audioTexts.over(peak ?? 0, over.first))];
  }
  if (clipping.runs > 0) {
    return [advice("clipping", audioTexts.clipping(clipping.runs, clipping.first))];
  }
  const level = truePeak === null ? Number.NEGATIVE_INFINITY : toTenth(truePeak);
  if (level <= TRUE_PEAK_CEILING) return [];
  const text = audioTexts.truePeak(level);
  // Masters that peak right below full scale are everyday; only above it something is wrong.
  if (level <= 0) return [note("true-peak", text)];
  return [advice("true-peak", `${text} ${audioTexts.lowerCeiling}`)];
}

function channels({ channels: number, same, silentChannels }: AudioFindings): Advice[] {
  if (number === 1) return [note("mono", audioTexts.mono)];
  if (number > 2) return [advice("many-channels", audioTexts.manyChannels(number))];
  if (silentChannels.length > 0) {
    const missing = silentChannels.includes(0) ? "left" : "right";
    return [advice("one-sided", audioTexts.oneSided(missing))];
  }
  return same ? [advice("mono-as-stereo", audioTexts.monoAsStereo)] : [];
}

function resolution({ sampleRate, bits, format }: AudioFindings): Advice[] {
  const low: string[] = [];
  if (sampleRate < CD_RATE) low.push(audioTexts.lowRate(sampleRate));
  if (format === "alaw" || format === "mulaw") low.push(audioTexts.telephone);
  else if (bits < CD_BITS) low.push(audioTexts.lowBits(bits));
  return low.length === 0 ? [] : [advice("low-resolution", audioTexts.lowResolution(low))];
}

function loudness({ loudness: level }: AudioFindings): Advice[] {
  return level === null ? [] : [note("loudness", audioTexts.loudness(level))];
}

/** What the artist should know of a JPEG cover, most important first. */
export function artworkAdvice(artwork: ArtworkFindings): Advice[] {
  const { components, orientation, profile, coding } = artwork;
  const isTurned = orientation >= 5;
  const width = isTurned ? artwork.height : artwork.width;
  const height = isTurned ? artwork.width : artwork.height;
  const found: Advice[] = [];
  if (coding === "rare") found.push(advice("rare-jpeg", artworkTexts.rare));
  if (components >= 4 || profile === "cmyk") found.push(advice("cmyk", artworkTexts.cmyk));
  else if (components < 3 || profile === "grey") found.push(advice("grey", artworkTexts.grey));
  if (width !== height) found.push(advice("not-square", artworkTexts.notSquare(width, height)));
  if (Math.min(width, height) < COVER_PIXELS) {
    found.push(advice("small", artworkTexts.small(width, height, COVER_PIXELS)));
  }
  if (orientation !== 1) found.push(advice("rotated", artworkTexts.rotated));
  return found;
}

/** One track's audio, as far as comparing goes. `position` counts from 1. */
export interface TrackAudio {
  position: number;
  title: string;
  fingerprint: string;
}

/** Tracks that hold the same audio: their positions, and what to tell the artist. */
export interface SameAudio {
  positions: number[];
  advice: Advice;
}

/** Finds audio that is in one release more than once, in the order of the tracks. */
export function sameAudio(tracks: readonly TrackAudio[]): SameAudio[] {
  const groups = new Map<string, TrackAudio[]>();
  for (const track of [...tracks].sort((one, other) => one.position - other.position)) {
    groups.set(track.fingerprint, [...(groups.get(track.fingerprint) ?? []), track]);
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => ({
      positions: group.map((track) => track.position),
      advice: advice("same-audio", audioTexts.same(group)),
    }));
}

function advice(code: string, text: string): Advice {
  return { code, text, tone: "advice" };
}

function note(code: string, text: string): Advice {
  return { code, text, tone: "note" };
}
