import * as v from "valibot";
import { audioFindingsSchema } from "~/media/audio-findings";

/** What the page asks of the worker that takes a file in. Each worker reads one file. */
export const intakeOrderSchema = v.object({
  file: v.instance(Blob),
  /** Bytes per part that the hashes are wanted for. */
  partSize: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The name to keep a copy on this device by; without one none is made. */
  copyAs: v.nullable(v.string()),
});
export type IntakeOrder = v.InferOutput<typeof intakeOrderSchema>;

/** What the page asks of the worker that listens to a WAV file. */
export const listenOrderSchema = v.object({ file: v.instance(Blob) });

/** Work goes on. */
const progressSchema = v.object({ type: v.literal("progress") });
const failedSchema = v.object({
  type: v.literal("failed"),
  /** `unreadable`: the file itself; `broken`: anything else. */
  reason: v.picklist(["unreadable", "broken"]),
});
export type Unfinished = v.InferOutput<typeof progressSchema | typeof failedSchema>;

const intakeSchema = v.object({
  type: v.literal("done"),
  sha256: v.string(),
  partSha256: v.array(v.string()),
  /** Whether there is a whole copy on this device now. */
  copied: v.boolean(),
});
export type IntakeDone = v.InferOutput<typeof intakeSchema>;

const listenedSchema = v.object({
  type: v.literal("done"),
  /** Nothing where it is no WAV file that can be listened to. */
  findings: v.nullable(audioFindingsSchema),
});
export type ListenDone = v.InferOutput<typeof listenedSchema>;

/** What the workers say. Every order ends in `done` or `failed`. */
export const intakeMessageSchema = v.variant("type", [intakeSchema, progressSchema, failedSchema]);
export const listenMessageSchema = v.variant("type", [
  listenedSchema,
  progressSchema,
  failedSchema,
]);
