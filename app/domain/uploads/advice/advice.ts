import type { ArtworkFindings } from "~/domain/media/artwork-findings";
import type { AudioFindings } from "~/domain/media/audio-findings";
import { lastOf } from "~/platform/formats/last-of";
import { playingTime } from "~/platform/formats/playing-time";
import type { Advice } from "./advice-shape";

/** For example "3.2 seconds". */
function secondsLong(seconds: number): string {
  return `${seconds.toFixed(1)} seconds`;
}

/** For example "1 sample", "12,345 samples". */
function countText(number: number, unit: string): string {
  return `${number.toLocaleString("en-GB")} ${unit}${number === 1 ? "" : "s"}`;
}

/** For example "32", "22.05". */
function kilohertz(hertz: number): string {
  return String(hertz / 1000);
}

/** Levels are shown and compared in tenths of a decibel. */
function toTenth(level: number): number {
  return Math.round(level * 10) / 10;
}

/** For example "+0.4", "0.0", "-1.0". */
function signed(level: number): string {
  const text = level.toFixed(1);
  return level > 0 ? `+${text}` : text;
}

const audioTexts = {
  silent:
    "We can't hear anything in this file: it's silent from start to end. Check that you chose the right file, or export it again.",

  damaged: (samples: number) =>
    `${countText(samples, "sample")} in this file can't be played, which you usually hear as clicks. Export the track again and choose the new file.`,

  over: (level: number, first: number | null) =>
    `This track goes ${Math.max(0.1, level).toFixed(1)} dB over full scale, first at ${playingTime(first ?? 0)}. Nothing is lost in this file, but it will clip wherever it is played. Turn the mix down until it peaks at -1 dB and export it again.`,

  clipping: (runs: number, first: number | null) =>
    `This track clips: ${runs === 1 ? "once" : countText(runs, "time")} three or more samples in a row sit at full scale, ${runs === 1 ? "at" : "first at"} ${playingTime(first ?? 0)}. Ask for a mix with more headroom, or lower the limiter's ceiling to -1 dB and export it again.`,

  truePeak: (level: number) =>
    `True peak: ${signed(level)} dBTP. Stores recommend -1 dBTP or lower, so that their compressed copies don't distort.`,

  lowerCeiling: "If you can, lower the limiter's ceiling to -1 dB and export it again.",

  mono: "This file is mono: it has one channel. If the track should be in stereo, export it in stereo.",

  manyChannels: (channels: number) =>
    `This file has ${channels} channels. Stores take stereo: ask for a stereo mix and choose that file.`,

  oneSided: (missing: "left" | "right") =>
    `The ${missing} channel is silent: this track plays on the ${missing === "left" ? "right" : "left"} side only. Check the panning or the export and choose the new file.`,

  monoAsStereo:
    "Both channels hold the same sound, so this track plays in mono. If that's what you want, leave it; if not, export it in stereo.",

  silentEnd: (end: "start" | "end", length: number) =>
    `This track ${end}s with ${secondsLong(length)} of silence. Unless you want it there, trim the ${end} and export it again.`,

  lowRate: (hertz: number) => `a sample rate of ${kilohertz(hertz)} kHz`,
  lowBits: (bits: number) => `${bits} bit samples`,
  telephone: "telephone-quality samples",
  lowResolution: (what: string[]) =>
    `This file has ${what.join(" and ")}, which is less than a CD (44.1 kHz, 16 bit). If the original recording has more, export from that; converting this file up would not make it better.`,

  loudness: (level: number) => `Integrated loudness: ${level.toFixed(1)} LUFS`,

  same: (tracks: readonly { position: number; title: string }[]) => {
    const names = tracks.map(({ position, title }) => {
      const name = title.trim();
      return name ? `${position} (${name})` : `${position}`;
    });
    return `Tracks ${names.slice(0, -1).join(", ")} and ${lastOf(names)} are the same audio. Check that each track has its own file, and choose the right one where it doesn't.`;
  },
};

const artworkTexts = {
  rare: "This picture is a rare kind of JPEG that a lot of programs can't show. Export it again as a standard JPEG.",

  cmyk: "This picture is made for print (CMYK), so its colours can look wrong on screens. Export it again as RGB.",

  grey: "This picture is saved as greyscale, which some stores don't take. Export it again as RGB; it will look the same.",

  profile:
    "This picture has a colour profile that isn't for RGB, so its colours can look wrong on screens. Export it again as RGB.",

  notSquare: (width: number, height: number) =>
    `This picture is ${width} by ${height} pixels. Covers are square: crop it so that both sides are the same, or stores may crop it for you.`,

  small: (width: number, height: number, minimum: number) =>
    `${width === height ? `This picture is ${width} by ${height} pixels` : `The shorter side of this picture has ${Math.min(width, height)} pixels`}. Stores ask for at least ${minimum} by ${minimum}: export it larger from the original, since enlarging this file would only blur it.`,

  rotated:
    "This picture is saved turned or flipped, with a note to show it the right way up. Some stores ignore that note: open it in a picture editor and export it again the right way up.",
};

/** In dBTP: headroom for the overshoot of the stores' lossy copies. */
const TRUE_PEAK_CEILING = -1;
/** In seconds; longer than a breath or a count-in. */
const LONG_HEAD = 2;
/** In seconds; longer than fades, reverb and the gaps of players. */
const LONG_TAIL = 5;
const CD_RATE = 44_100;
const CD_BITS = 16;
/** Per side, as most stores ask for. */
const COVER_PIXELS = 3000;

/** What advice looks at in an analysis. */
export type AdvisedSound = Omit<AudioFindings, "fingerprint" | "waveform" | "places">;

/** Advice about a WAV file, most important first. */
export function audioAdvice(findings: AdvisedSound): Advice[] {
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

/** Only the first finding, as each implies the next ones. */
function levels({ over, clipping, peak, truePeak }: AdvisedSound): Advice[] {
  if (over.samples > 0) {
    return [advice("over-full-scale", audioTexts.over(peak ?? 0, over.first))];
  }
  if (clipping.runs > 0) {
    return [advice("clipping", audioTexts.clipping(clipping.runs, clipping.first))];
  }
  const level = truePeak === null ? Number.NEGATIVE_INFINITY : toTenth(truePeak);
  if (level <= TRUE_PEAK_CEILING) return [];
  const text = audioTexts.truePeak(level);
  // Masters often peak right below full scale.
  if (level <= 0) return [note("true-peak", text)];
  return [advice("true-peak", `${text} ${audioTexts.lowerCeiling}`)];
}

function channels({ channels: number, same, silentChannels }: AdvisedSound): Advice[] {
  if (number === 1) return [note("mono", audioTexts.mono)];
  if (number > 2) return [advice("many-channels", audioTexts.manyChannels(number))];
  if (silentChannels.length > 0) {
    const missing = silentChannels.includes(0) ? "left" : "right";
    return [advice("one-sided", audioTexts.oneSided(missing))];
  }
  return same ? [advice("mono-as-stereo", audioTexts.monoAsStereo)] : [];
}

function resolution({ sampleRate, bits, format }: AdvisedSound): Advice[] {
  const low: string[] = [];
  if (sampleRate < CD_RATE) low.push(audioTexts.lowRate(sampleRate));
  if (format === "alaw" || format === "mulaw") low.push(audioTexts.telephone);
  else if (bits < CD_BITS) low.push(audioTexts.lowBits(bits));
  return low.length === 0 ? [] : [advice("low-resolution", audioTexts.lowResolution(low))];
}

function loudness({ loudness: level }: AdvisedSound): Advice[] {
  return level === null ? [] : [note("loudness", audioTexts.loudness(level))];
}

/** Of a picture that was stored long ago only the first three are known. */
export type AdvisedArtwork = Pick<ArtworkFindings, "width" | "height" | "components"> & {
  [Fact in "orientation" | "profile" | "coding"]?: ArtworkFindings[Fact] | undefined;
};

/** Advice about a JPEG cover, most important first. */
export function artworkAdvice(artwork: AdvisedArtwork): Advice[] {
  const { width, height, components, orientation = 1, profile, coding } = artwork;
  const adviceList: Advice[] = [];
  if (coding === "rare") adviceList.push(advice("rare-jpeg", artworkTexts.rare));
  if (components >= 4 || profile === "cmyk") adviceList.push(advice("cmyk", artworkTexts.cmyk));
  else if (components < 3 || profile === "grey") adviceList.push(advice("grey", artworkTexts.grey));
  else if (profile === "other") adviceList.push(advice("profile", artworkTexts.profile));
  if (width !== height)
    adviceList.push(advice("not-square", artworkTexts.notSquare(width, height)));
  if (Math.min(width, height) < COVER_PIXELS) {
    adviceList.push(advice("small", artworkTexts.small(width, height, COVER_PIXELS)));
  }
  if (orientation !== 1) adviceList.push(advice("rotated", artworkTexts.rotated));
  return adviceList;
}

/** `position` counts from 1. */
interface TrackAudio {
  position: number;
  title: string;
  fingerprint: string;
}

/** Finds equal audio within a release, in track order. */
export function findDuplicateAudio(tracks: readonly TrackAudio[]) {
  const groups = new Map<string, TrackAudio[]>();
  for (const track of [...tracks].sort((first, second) => first.position - second.position)) {
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
