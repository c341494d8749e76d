import * as v from "valibot";
import { soundPlacesSchema } from "./sound-places";
import { waveformSchema } from "./waveform";

const level = v.nullable(v.number());
const position = v.nullable(v.number());

/**
 * The analysis of a WAV file. Times in seconds from the start of the audio, levels in decibels where 0
 * is full scale; a level is null without sound.
 */
export const audioFindingsSchema = v.object({
  format: v.picklist(["pcm", "float", "alaw", "mulaw"]),
  channels: v.number(),
  /** Hz. */
  sampleRate: v.number(),
  /** Bits of each sample that carry sound. */
  bits: v.number(),
  seconds: v.number(),
  /** Equal for equal audio, whatever else the files contain: see `createFingerprint`. */
  fingerprint: v.string(),
  /** dBFS. */
  peak: level,
  /** dBTP, four times oversampled; never below `peak`. */
  truePeak: level,
  /** Integrated loudness in LUFS; null also where the file is shorter than 400 ms. */
  loudness: level,
  /** Runs of three or more samples at full scale, the samples in them, the start of the first. */
  clipping: v.object({ runs: v.number(), samples: v.number(), first: position }),
  /** Samples over full scale, which only floats can be, and the first of them. */
  over: v.object({ samples: v.number(), first: position }),
  /** NaN or infinite samples. */
  unusable: v.number(),
  /** Silence at either end; both are `seconds` if there is nothing else. */
  silence: v.object({ head: v.number(), tail: v.number() }),
  /** Where it clips and is silent; earlier analyses have none. */
  places: v.optional(soundPlacesSchema),
  /** All of several channels are equal. */
  same: v.boolean(),
  /** Silent channels beside sounding ones, counted from 0. */
  silentChannels: v.array(v.number()),
  waveform: waveformSchema,
});
export type AudioFindings = v.InferOutput<typeof audioFindingsSchema>;
