import { playingTime } from "~/platform/formats/playing-time";
import { counted, kilohertz, secondsLong, signed } from "./advice-words";

/** The sentences about WAV files: what was found, then what to do. Levels in dB, times in seconds. */
export const audioTexts = {
  silent:
    "We can't hear anything in this file: it's silent from start to end. Check that you chose the right file, or export it again.",

  damaged: (samples: number) =>
    `${counted(samples, "sample")} in this file can't be played, which you usually hear as clicks. Export the track again and choose the new file.`,

  over: (level: number, first: number | null) =>
    `This track goes ${Math.max(0.1, level).toFixed(1)} dB over full scale, first at ${playingTime(first ?? 0)}. Nothing is lost in this file, but it will clip wherever it is played. Turn the mix down until it peaks at -1 dB and export it again.`,

  clipping: (runs: number, first: number | null) =>
    `This track clips: ${runs === 1 ? "once" : counted(runs, "time")} three or more samples in a row sit at full scale, ${runs === 1 ? "at" : "first at"} ${playingTime(first ?? 0)}. Ask for a mix with more headroom, or lower the limiter's ceiling to -1 dB and export it again.`,

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
    return `Tracks ${names.slice(0, -1).join(", ")} and ${names.at(-1)} are the same audio. Check that each track has its own file, and choose the right one where it doesn't.`;
  },
};

/** The sentences about covers; sizes in pixels. */
export const artworkTexts = {
  rare: "This picture is a rare kind of JPEG that a lot of programs can't show. Export it again as a standard JPEG.",

  cmyk: "This picture is made for print (CMYK), so its colours can look wrong on screens. Export it again as RGB.",

  grey: "This picture is saved as greyscale, which some stores don't take. Export it again as RGB; it will look the same.",

  notSquare: (width: number, height: number) =>
    `This picture is ${width} by ${height} pixels. Covers are square: crop it so that both sides are the same, or stores may crop it for you.`,

  small: (width: number, height: number, wanted: number) =>
    `${width === height ? `This picture is ${width} by ${height} pixels` : `The shorter side of this picture has ${Math.min(width, height)} pixels`}. Stores ask for at least ${wanted} by ${wanted}: export it larger from the original, since enlarging this file would only blur it.`,

  rotated:
    "This picture is saved turned or flipped, with a note to show it the right way up. Some stores ignore that note: open it in a picture editor and export it again the right way up.",
};
