import * as v from "valibot";
import { audioFindingsSchema } from "~/media/audio-findings";

/** What the page asks of the intake worker. Each worker reads one file. */
export const intakeOrderSchema = v.object({
  file: v.instance(Blob),
  /** Bytes per part that the hashes are wanted for. */
  partSize: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** The name to keep a copy on this device by; without one none is made. */
  copyAs: v.nullable(v.string()),
  /** Whether it is a WAV file that is to be listened to. */
  listen: v.boolean(),
});
export type IntakeOrder = v.InferOutput<typeof intakeOrderSchema>;

/** What the intake worker says. Every order ends in `done` or `failed`. */
export const intakeMessageSchema = v.variant("type", [
  /** Bytes read so far. */
  v.object({ type: v.literal("progress"), bytes: v.number() }),
  v.object({
    type: v.literal("done"),
    sha256: v.string(),
    partSha256: v.array(v.string()),
    /** Whether there is a whole copy on this device now. */
    copied: v.boolean(),
    findings: v.nullable(audioFindingsSchema),
  }),
  v.object({
    type: v.literal("failed"),
    /** `unreadable`: the file itself; `broken`: anything else. */
    reason: v.picklist(["unreadable", "broken"]),
  }),
]);
export type IntakeMessage = v.InferOutput<typeof intakeMessageSchema>;
