import { audioAdvice } from "~/media/advice";
import { isOnItsWay } from "../upload-state";
import { browserWorld } from "./browser-world.client";
import type { FileJob, Report } from "./file-job.client";
import { type Ending, uploadFile } from "./file-upload.client";
import { adviceOnPicture } from "./first-look.client";
import type { openLine, Turn } from "./in-line";
import { openSource, type Source } from "./intake-desk.client";
import { keepTrying } from "./keep-trying.client";
import { amend, forgetKept, keep, keptIn, unkeep } from "./kept-uploads.client";
import { openCall } from "./label-calls.client";
import { isOver, jobOf, type Origin, openUnreported, type ToKeep } from "./run-job.client";
import { steadily } from "./steady-report";
import { claim, lockOf } from "./tab-lock.client";
import { tellTabs } from "./tab-news.client";
import { forgetCall } from "./upload-calls.client";
import { change, drop, type Entry, entryIn } from "./upload-table.client";

/** A file to send. */
export interface RunStart {
  entry: Entry;
  kept: ToKeep;
  bytes: Blob;
  origin: Origin;
  /** Whether the label may have some of it. */
  resumes: boolean;
  paused: boolean;
}

/** What all runs share. */
export interface RunRoom {
  line: ReturnType<typeof openLine>;
  /** The part size to ask for, in bytes. */
  partSize(): number;
  /** The link has carried a file so fast, in bytes per second. */
  carried(rate: number | undefined): void;
}

/** A file in this tab's hands. */
export type Run = ReturnType<typeof openRun>;

/** Takes a file in hand: reads it, sends it, and clears up behind it. */
export function openRun({ entry, kept, bytes, origin, ...start }: RunStart, room: RunRoom) {
  const { fingerprint, slot, draftId } = kept;
  const lock = lockOf(kept);
  const life = new AbortController();
  const partSize = room.partSize();
  let { paused, resumes } = start;
  let unlock = () => {};
  let source: Source | undefined;
  let sending: AbortController | undefined;
  let turn: Turn | undefined;
  let announces = false;
  let announced: string | undefined;
  const unreported = openUnreported(kept);

  function told(next: Parameters<Report>[0]): void {
    if (next.uploadId) amend(kept, { uploadId: next.uploadId });
    if (next.phase) turn?.stuck(next.phase === "waiting");
    if (next.stored !== undefined) tellTabs(lock, next.stored);
    change(entry, next);
  }

  async function live(): Promise<void> {
    let busy = false;
    const onBusy = () => {
      busy = true;
      change(entry, { phase: "elsewhere" });
    };
    unlock = await claim(lock, life.signal, onBusy, (stored) => change(entry, { stored }));
    if (life.signal.aborted) return unlock();
    if (busy && origin !== "file" && (await isOver(kept, life.signal, told))) return vanish();
    if (origin === "file") keep(kept);
    else change(entry, { kept: origin === "copy" });
    source = read();
    if (announces) void announce().catch(() => undefined);
    if (kept.kind !== "track" && origin !== "none")
      void adviceOnPicture(bytes).then((advice) => change(entry, { advice }));
    await send();
  }

  function vanish(): void {
    end();
    if (entryIn(slot) === entry) drop(slot);
  }

  function read(): Source {
    const listen = kept.kind === "track";
    const copyAs = origin === "file" ? fingerprint : null;
    const opened = openSource({ file: bytes, partSize, copyAs, listen }, fingerprint, life.signal);
    void opened.intake.then((intake) => {
      if (!intake || life.signal.aborted) return;
      if (origin === "copy" && intake.sha256 !== kept.sha256) return void damaged();
      if (intake.copied) amend(kept, { sha256: intake.sha256 });
      if (intake.copied && keptIn(draftId, slot)) change(entry, { kept: true });
    });
    void opened.findings.then((findings) => {
      if (!findings || life.signal.aborted) return;
      change(entry, { advice: audioAdvice(findings), audio: findings.fingerprint });
    });
    return opened;
  }

  async function send(): Promise<void> {
    if (!source || paused || life.signal.aborted) return;
    const mine = new AbortController();
    const stop = () => mine.abort();
    sending = mine;
    life.signal.addEventListener("abort", stop, { once: true });
    if (entry.state.phase !== "sending") change(entry, { phase: "sending", text: undefined });
    const report = steadily(told, browserWorld.now);
    const { signal } = mine;
    const ending = await uploadFile(browserWorld, job(source), signal, report, (pace) =>
      room.carried(pace.carried()),
    );
    life.signal.removeEventListener("abort", stop);
    if (sending === mine) sending = undefined;
    await clearUp(ending);
  }

  function job(source: Source): FileJob {
    const onTurn = (next: Turn) => {
      turn = next;
    };
    return jobOf({ entry, kept, origin, partSize, resumes, source, unreported, onTurn }, room.line);
  }

  /** Has the label know of the file before its turn has come. */
  async function announce(): Promise<void> {
    announces = true;
    if (announced || entry.state.uploadId || !source || !isOnItsWay(entry.state)) return;
    const { transport } = browserWorld;
    const { file } = job(source);
    const ask = () => openCall(transport, file, partSize, life.signal);
    const { uploadId } = await keepTrying(browserWorld, life.signal, () => undefined, ask);
    announced = uploadId;
    if (!entry.state.uploadId) told({ uploadId });
  }

  async function clearUp(ending: Ending): Promise<void> {
    if (ending === "stopped") return;
    unlock();
    // The copy is what a file from an earlier visit would be tried again with.
    if (ending === "failed" || (ending === "refused" && origin === "copy")) return;
    const { uploadId } = entry.state;
    // What was announced before it came to the label makes room there by itself; ids grow with time.
    if (ending === "stored" && announced && uploadId && announced > uploadId)
      void forgetCall(announced);
    if (ending === "changed" && origin === "none") {
      change(entry, { phase: "needs-file", text: undefined });
      return;
    }
    if (ending === "changed" && uploadId) void forgetCall(uploadId);
    await dropKept();
  }

  /** Forgets the file here, once what still reads it is done. */
  async function dropKept(): Promise<void> {
    unkeep(kept);
    await source?.intake;
    await forgetKept(kept);
  }

  async function damaged(): Promise<void> {
    change(entry, { phase: "needs-file", kept: false, text: undefined });
    end();
    await dropKept();
  }

  function end(): void {
    life.abort();
    unlock();
  }

  void live().catch(() => {
    if (!life.signal.aborted)
      change(entry, { phase: "failed", text: "Upload failed", mayRetry: true });
  });
  return {
    pause(): void {
      if (paused || !["sending", "waiting", "checking"].includes(entry.state.phase)) return;
      paused = true;
      sending?.abort();
      change(entry, { phase: "paused", inFlight: 0, text: undefined, rate: undefined });
    },
    resume(): void {
      if (!paused) return;
      paused = false;
      resumes = true;
      void send();
    },
    announce,
    /** Stops; what is kept stays, so that it can be gone on with. */
    end,
    /** Stops and forgets. */
    async forget(): Promise<void> {
      end();
      await dropKept();
    },
  };
}
