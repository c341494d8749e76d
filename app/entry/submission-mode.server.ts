import * as v from "valibot";
import { type Log, reasonOf } from "~/monitoring/log";

const modeSchema = v.object({
  submissionsEnabled: v.boolean(),
  updatedAt: v.optional(v.string()),
  updatedBy: v.optional(v.string()),
});

/** Whether the full wizard is open, or the waiting list. */
export type SubmissionMode = v.InferOutput<typeof modeSchema>;

const KEY = "submissions";

/** The CONFIG namespace, as far as it is needed here. */
interface ConfigReader {
  get(key: string, type: "json"): Promise<unknown>;
}

/**
 * Reads the submission mode from KV. Never set, unreadable or malformed means enabled
 * (specification, section 4, "Submission mode"); what is unreadable is logged.
 */
export async function readSubmissionMode(config: ConfigReader, log: Log): Promise<SubmissionMode> {
  try {
    const stored: unknown = await config.get(KEY, "json");
    return stored === null ? { submissionsEnabled: true } : v.parse(modeSchema, stored);
  } catch (error) {
    log("warn", "config.unreadable", { reason: reasonOf(error) });
    return { submissionsEnabled: true };
  }
}
