import { throwIfAborted } from "~/platform/formats/abort";
import type { BlockSource } from "../compression/blocks.client";
import { FileChangedError } from "../reading/ingest-file.client";
import { SendProgress } from "../send-progress";
import type { FileRange, StoredBytes } from "../stored-bytes";
import { plannedParts } from "../upload-plan";
import {
  ExpiredLinkError,
  type PartRequest,
  PartRequests,
  prepareRequest,
  type Receipt,
  UncompressedOnlyError,
  UnreadableError,
} from "./part-requests.client";
import type { SendWindow } from "./send-window";
import type { controlCalls, FileJob, Opened, PartLinks } from "./server-calls.client";
import { RefusedError, type Report, type UploadDeps, withRetries } from "./transport.client";

/** A link that does not open is renewed this often in a row. */
const RENEWALS = 2;
/** A part, such as all of a small file, that goes whole on any link. */
const WHOLE_BYTES = 256 * 1024;
/** Whole parts that failed after which the rest goes in pieces, of which a cut takes little. */
const WHOLE_FAILURES = 2;
/** After more failures in a row it is the link that stands still, and no browser that keeps one back. */
const KEPT_BACK_FAILURES = 1;
/** Requests that wait for answers while another one sends: browsers have six connections over HTTP/1.1. */
const MAX_UNANSWERED = 5;
/** Bytes that still move after this time are more than the buffers on this side take. */
const MOVES_MS = 1_000;
/** Whether anything moves is looked at so often. */
const LOOK_MS = 500;
/** The page is drawn anew for what has moved at most this often: nobody reads faster. */
const SHOW_MS = 250;

/** What sending an upload works with. */
export interface StreamParts {
  upload: Pick<Opened, "uploadId" | "partSize" | "carrier" | "compression">;
  job: FileJob;
  stored: StoredBytes;
  links: PartLinks;
  calls: ReturnType<typeof controlCalls>;
  window: SendWindow;
  blocks: BlockSource;
}

/**
 * Sends what the server lacks of an upload as one stream: requests one after the other, each from
 * where the server has come to, to the end of the part at most. The next one begins when the bytes
 * of the one before have left, as long as the window has room for what is not answered. After a cut
 * the server is asked where to go on.
 */
export class UploadStream {
  private readonly requests: PartRequests;
  private readonly progress: SendProgress;
  private takenBytes = 0;
  private wholeFailures = 0;
  /** Whether the server may have more than it has said. */
  private isUnsure = false;
  /** Whether the page is told of a failure that is not over. */
  private isInTrouble = false;
  /** Failed requests since the last one that got through. */
  private failures = 0;
  private answeredAt = 0;
  /** When the first of the requests on their way began, and when one of them failed. */
  private beganAt = 0;
  private cutAt = 0;
  private shownAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly deps: UploadDeps,
    private readonly parts: StreamParts,
    private readonly signal: AbortSignal,
    private readonly report: Report,
  ) {
    this.progress = new SendProgress(deps.now());
    this.requests = new PartRequests(deps, signal, (request) => this.onMoved(request));
  }

  /**
   * Resolves when the server has all bytes.
   * @throws RefusedError, FileChangedError, or the reason of `signal`.
   */
  async run(): Promise<void> {
    const { deps, parts, signal, report } = this;
    const tell: Report = (change) => {
      if (change.phase === "waiting") this.isInTrouble = true;
      report(change);
    };
    let stopLook = () => {};
    const look = () => {
      if (this.failures <= KEPT_BACK_FAILURES) this.requests.dropKeptBack(this.answeredAt);
      this.show();
      stopLook = deps.later(LOOK_MS, look);
    };
    look();
    try {
      const progress = () => parts.stored.total();
      await withRetries(deps, signal, tell, () => this.tryToFinish(), progress);
    } finally {
      stopLook();
      parts.blocks.stop();
    }
  }

  private async tryToFinish(): Promise<void> {
    const { stored } = this.parts;
    while (!stored.isFinished()) {
      if (this.isUnsure) await this.askServer();
      try {
        await this.sendAll();
      } catch (error) {
        throwIfAborted(this.signal);
        this.isUnsure = true;
        this.cutAt = this.deps.now();
        await this.repair(error);
      }
    }
  }

  /** Sends all that the server lacks. @throws what the first request throws that fails. */
  private async sendAll(): Promise<void> {
    const { blocks, window } = this.parts;
    const answers = new Set<Promise<void>>();
    let failure: { error: unknown } | undefined;
    for (;;) {
      throwIfAborted(this.signal);
      const range = failure ? undefined : this.next();
      if (!range && answers.size > 0) {
        await Promise.race(answers);
        continue;
      }
      if (failure) throw failure.error;
      if (!range) return;
      const prepared = await this.prepare(range);
      if (answers.size === 0) {
        this.progress.begin();
        this.beganAt = this.deps.now();
      }
      const drainMs = window.drainMs(this.requests.bodyBytes() + prepared.block.body.size);
      const departure = window.depart(this.deps.now(), answers.size === 0);
      const { request, sent, answered } = this.requests.send(prepared, departure, drainMs);
      const answer = answered
        .then((receipt) => this.acknowledge(request, receipt))
        .catch((error: unknown) => {
          if (request.isWhole) this.wholeFailures += 1;
          failure ??= { error };
        })
        .finally(() => answers.delete(answer));
      answers.add(answer);
      const next = this.next();
      if (next) blocks.prepare(next, window.requestBytes());
      await Promise.race([sent, answer]);
      while (
        answers.size > 1 &&
        (answers.size > MAX_UNANSWERED || this.requests.bodyBytes() > window.bytes())
      )
        await Promise.race(answers);
    }
  }

  private next(): FileRange | undefined {
    return this.parts.stored.next(this.requests.ranges());
  }

  private async prepare(range: FileRange) {
    const { upload, job, links, blocks, window } = this.parts;
    const { partSize } = upload;
    const partLength = Math.min(partSize, job.file.size - range.partStart);
    const goesWhole =
      this.wholeFailures < WHOLE_FAILURES &&
      (partLength <= WHOLE_BYTES || window.takesWholeParts(partSize));
    const isWhole = range.size === partLength && goesWhole;
    const block = isWhole
      ? blocks.raw(range.offset, range.size)
      : await blocks.take(range, window.requestBytes());
    const link = await links.get(range.part, isWhole, this.signal);
    links.prepare(range.part + 1, this.signal);
    const carrier = isWhole ? upload.carrier : "own";
    return prepareRequest(range, block, { isWhole, link, carrier });
  }

  private onMoved(request: PartRequest): void {
    if (this.deps.now() - request.began > MOVES_MS) this.isInTrouble = false;
    this.noteMoved();
    if (this.deps.now() - this.shownAt >= SHOW_MS) this.show();
  }

  /** The server has said how much of a request it has. */
  private acknowledge(request: PartRequest, { size, etag }: Receipt): void {
    const { stored, window, job, upload, blocks } = this.parts;
    const { part, offset, block, departure } = request;
    stored.addRange({ offset, size });
    blocks.noteTaken(block);
    if (etag) {
      const unreported = job.unreported(upload.uploadId);
      unreported.write([...unreported.read(), { number: part, etag }]);
    }
    const at = this.deps.now();
    this.answeredAt = at;
    // One that the server had some of tells nothing of the link.
    const bytes = size < block.size ? 0 : block.body.size;
    this.takenBytes += bytes;
    if (bytes > 0) window.acknowledge(departure, { leftAt: request.leftAt ?? at, at, bytes });
    this.isInTrouble = false;
    this.failures = 0;
    this.noteMoved();
    this.show();
  }

  /** Asks what has arrived of what was cut. */
  private async askServer(): Promise<void> {
    const { calls, stored, upload, job, window } = this.parts;
    const { state, parts, pieces } = await calls.status(this.signal);
    if (state === "rejected" || state === "expired")
      throw new RefusedError("This upload is no longer open. Choose the file again.", 409);
    const plan = { size: job.file.size, partSize: upload.partSize };
    // Somebody else may have finished it, such as another device.
    const before = stored.total();
    stored.add({ parts: state === "complete" ? plannedParts(plan) : parts, pieces });
    window.noteArrived(stored.total() - before, this.cutAt - this.beganAt);
    this.isUnsure = false;
  }

  /** Mends what can be mended at once. @throws all else. */
  private async repair(error: unknown): Promise<void> {
    const { job, blocks, links } = this.parts;
    if (error instanceof UncompressedOnlyError)
      return error.isBusy ? blocks.sendRawForNow() : blocks.stop();
    if (error instanceof UnreadableError) {
      if (!(await job.recover())) throw new FileChangedError();
      return;
    }
    this.failures += 1;
    if (error instanceof ExpiredLinkError) {
      links.forgetAll();
      // Storage that opens no link of ours leaves the way by this site, in pieces.
      if (this.failures <= RENEWALS) return;
      throw new RefusedError("Upload failed", 403);
    }
    // A server that answers before it has read may show as a cut: a new link tells what is wrong.
    if (this.failures > 1) links.forgetAll();
    throw error;
  }

  private noteMoved(): void {
    const { wire, file } = this.requests.bytesOut();
    const sums = { wire: this.takenBytes + wire, file: this.parts.stored.total() + file };
    this.progress.noteMoved(this.deps.now(), sums);
  }

  private show(): void {
    this.shownAt = this.deps.now();
    const { stored, job, window } = this.parts;
    const { size } = job.file;
    const storedBytes = stored.total();
    const { wire, file } = this.requests.bytesOut();
    const bytes = { stored: storedBytes, inFlight: Math.min(file, size - storedBytes), size };
    const drainMs = window.drainMs(wire);
    const { isInTrouble } = this;
    this.report(this.progress.state(this.deps.now(), bytes, { drainMs, isInTrouble }));
  }
}
