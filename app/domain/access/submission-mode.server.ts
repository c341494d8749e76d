import * as v from "valibot";
import { errorReason, type Log } from "~/observability/log";
import { modeSchema, type ReadMode, type SubmissionMode } from "./submission-mode";

const KEY = "submissions";

interface ConfigReader {
  get(key: string, type: "json"): Promise<unknown>;
}
interface ConfigWriter {
  put(key: string, value: string): Promise<void>;
}

/**
 * Reads the submission mode from KV. Unset, unreadable or malformed means enabled (specification,
 * section 4, "Submission mode"); read errors are logged.
 */
export async function readSubmissionMode(config: ConfigReader, log: Log): Promise<ReadMode> {
  try {
    const mode: unknown = await config.get(KEY, "json");
    return mode === null ? { submissionsEnabled: true } : v.parse(modeSchema, mode);
  } catch (error) {
    log("warn", "config.unreadable", { reason: errorReason(error) });
    return { submissionsEnabled: true, unread: true };
  }
}

/** Stores the mode; visible everywhere within a minute. @throws what KV throws. */
export async function storeSubmissionMode(config: ConfigWriter, mode: SubmissionMode) {
  await config.put(KEY, JSON.stringify(mode));
}
