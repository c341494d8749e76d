import type { Level, LogEvent, LogFields } from "../../app/observability/log";

/** A log line of the demo, or an explanation of the lines that follow. */
export type DemoEntry =
  | { note: string }
  | ({ ts: string; level: Level; event: LogEvent } & LogFields);

const DAY = Date.parse("2026-11-24T00:00:00Z");
const ID_ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A seeded sequence of numbers from 0 up to 1 (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mix = Math.imul(state ^ (state >>> 15), 1 | state);
    mix = (mix + Math.imul(mix ^ (mix >>> 7), 61 | mix)) ^ mix;
    return ((mix ^ (mix >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Creates a log with a clock of its own. */
export function createDemoLog() {
  const random = createRandom(20_261_124);
  const entries: DemoEntry[] = [];
  let now = DAY;
  const between = (from: number, to: number) => Math.round(from + random() * (to - from));
  const id = () => `01KAT${Array.from({ length: 21 }, () => ID_ALPHABET[between(0, 31)]).join("")}`;
  const write =
    (base: LogFields) =>
    (level: Level, event: LogEvent, fields: LogFields = {}) =>
      void entries.push({ ts: new Date(now).toISOString(), level, event, ...base, ...fields });
  return {
    entries,
    between,
    id,
    /** Sets the clock to a time in UTC, unless it is later already. */
    at: (time: string) => {
      now = Math.max(now, Date.parse(`2026-11-24T${time}:00Z`));
    },
    wait: (fromMs: number, toMs = fromMs) => {
      now += between(fromMs, toMs);
    },
    explain: (note: string) => void entries.push({ note }),
    jobs: write({ worker: "jobs" }),
    /** Writes a request, after the lines that it causes. */
    request: (
      method: string,
      route: string,
      {
        status = 200,
        writeLines = () => {},
      }: { status?: number; writeLines?: (log: ReturnType<typeof write>) => void } = {},
    ) => {
      const requestId = `9a${between(0x1000_0000, 0xffff_ffff).toString(16)}${between(16, 255).toString(16)}-LHR`;
      const log = write({ worker: "site", requestId, route, method });
      writeLines(log);
      const ms = between(18, 140);
      now += ms;
      log("info", "request", { status, ms });
      return requestId;
    },
  };
}
export type DemoLog = ReturnType<typeof createDemoLog>;

/** Writes the requests of a submission from the first page to the last, without its jobs. */
export function logSubmission(day: DemoLog, files: readonly number[], isLineCut = false) {
  const draftId = day.id();
  const submissionId = day.id();
  const step = (name: string) =>
    day.request("POST", `/submit/${name}`, {
      status: 302,
      writeLines: (log) => log("info", "step.saved", { draftId, step: name }),
    });
  day.request("GET", "/submit");
  day.wait(40_000, 90_000);
  day.request("POST", "/submit/artist", {
    status: 302,
    writeLines: (log) => {
      log("info", "draft.opened", { draftId });
      log("info", "step.saved", { draftId, step: "artist" });
    },
  });
  for (const bytes of files) {
    const uploadId = day.id();
    day.wait(5_000, 20_000);
    day.request("POST", "/api/cloud-storage/upload-url", {
      writeLines: (log) => log("info", "upload.started", { draftId, uploadId, bytes }),
    });
    day.wait(30_000, 120_000);
    if (isLineCut)
      day.request("PUT", "/api/cloud-storage/uploads/:id/parts/:number", {
        status: 408,
        writeLines: (log) => log("info", "upload.cut", { uploadId }),
      });
    day.wait(10_000, 40_000);
    day.request("POST", "/api/cloud-storage/process-upload", {
      writeLines: (log) => log("info", "upload.completed", { draftId, uploadId, bytes }),
    });
  }
  for (const name of ["music", "about"]) {
    day.wait(60_000, 180_000);
    step(name);
  }
  day.wait(30_000, 60_000);
  const requestId = day.request("POST", "/submit/review", {
    status: 302,
    writeLines: (log) => {
      log("info", "bot.judged", { draftId, score: day.between(80, 100), reasons: [] });
      log("info", "submission.recorded", { draftId, submissionId });
    },
  });
  return { draftId, submissionId, requestId, files };
}
export type SubmissionIds = ReturnType<typeof logSubmission>;

/** Writes one attempt of a job. */
export function logJob(
  day: DemoLog,
  { submissionId, requestId }: SubmissionIds,
  jobType: string,
  jobId: string,
  options: {
    attempt?: number;
    writeBetween?: (logFields: LogFields) => void;
    failure?: LogFields;
  } = {},
): void {
  const { attempt = 1, writeBetween = () => {}, failure } = options;
  const logFields = { submissionId, requestId, jobId, jobType, attempt };
  day.jobs("info", "job.started", { ...logFields, queuedMs: day.between(200, 1_900) });
  const ms = day.between(200, 2_400);
  day.wait(ms);
  if (failure) {
    day.jobs("warn", "job.retry", { ...logFields, ms, ...failure });
    return;
  }
  writeBetween(logFields);
  day.jobs("info", "job.done", { ...logFields, ms });
}

/** Writes the job that sends a mail. */
export function logMailJob(day: DemoLog, names: SubmissionIds, mailId: string): void {
  logJob(day, names, "send-mail", day.id(), {
    writeBetween: (logFields) => day.jobs("info", "mail.sent", { ...logFields, mailId }),
  });
}

/** Writes all jobs of a submission, without failures. */
export function logCompletedJobs(day: DemoLog, names: SubmissionIds): void {
  const { submissionId, requestId, files } = names;
  logJob(day, names, "sync-board", day.id(), {
    writeBetween: (logFields) =>
      day.jobs("info", "board.item-created", {
        ...logFields,
        itemId: String(day.between(1e9, 9e9)),
      }),
  });
  const mailId = day.id();
  logJob(day, names, "confirm-by-mail", day.id(), {
    writeBetween: (logFields) => day.jobs("info", "mail.queued", { ...logFields, mailId }),
  });
  logJob(day, names, "mirror-drive", day.id(), {
    writeBetween: (logFields) => {
      for (const bytes of files) day.jobs("info", "drive.file-mirrored", { ...logFields, bytes });
    },
  });
  logMailJob(day, names, mailId);
  day.jobs("info", "submission.settled", { requestId, submissionId });
}

/** Writes one run of the sweep. */
export function logSweep(day: DemoLog, parts: readonly LogFields[] = []): void {
  for (const part of parts) day.jobs("info", "sweep.part", { ms: day.between(20, 400), ...part });
  day.jobs("info", "sweep.done", { count: 0, ms: day.between(120, 900) });
}
