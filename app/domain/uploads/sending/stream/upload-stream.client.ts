import { throwIfAborted } from "~/platform/formats/abort";
import { plannedParts } from "../../upload-plan";
import { FileChangedError, type FileJob, type Report } from "../file-job.client";
import { withRetries } from "../retries.client";
import type { controlCalls, Opened } from "../server-calls.client";
import { RefusedError, type UploadDeps } from "../transport";
import type { BlockSource } from "./blocks.client";
import {
  ExpiredLinkError,
  type Receipt,
  UncompressedOnlyError,
  UnreadableError,
} from "./file-request.client";
import { type LinkSpeed, StallDetector, sendingState } from "./link-speed";
import type { PartLinks } from "./part-links.client";
import {
  type PreparedRequest,
  prepareRequest,
  type SendingRequest,
  SendingRequests,
} from "./sending-requests.client";
import type { FileRange, StoredBytes } from "./stored-bytes";

/** A link that does not open is renewed this often in a row. */
const RENEWALS = 2;
/** Bytes that still move after this time are more than the buffers on this side take. */
const MOVES_MS = 1_000;
/** Whether anything moves is looked at so often. */
const LOOK_MS = 500;

/** What sending an upload works with. */
export interface StreamParts {
  upload: Pick<Opened, "uploadId" | "partSize" | "carrier" | "compression">;
  job: FileJob;
  stored: StoredBytes;
  links: PartLinks;
  calls: ReturnType<typeof controlCalls>;
  speed: LinkSpeed;
  blocks: BlockSource;
}

/**
 * Sends what the server lacks of an upload as one stream: requests one after the other, each from
 * where the server has come to, to the end of the part at most. The next one begins when the bytes
 * of the one before have left: at 8 Mbit/s a part takes 5.2 seconds and its answer at least 0.12, in
 * which the link would stand still (2.4 %). After a cut the server is asked where to go on.
 */
export class UploadStream {
  private readonly requests: SendingRequests;
  private readonly movement: StallDetector;
  /** Whether the server may have more than it has said. */
  private isUnsure = false;
  /** Whether the page is told of a failure that is not over. */
  private isInTrouble = false;
  /** Failed requests since the last one that got through. */
  private failures = 0;
  private joining: Promise<void> = Promise.resolve();
  private answeredAt = 0;

  /** @param patience failed tries in a row, with a connection, after which the failure is thrown. */
  constructor(
    private readonly deps: UploadDeps,
    private readonly parts: StreamParts,
    private readonly signal: AbortSignal,
    private readonly report: Report,
    private readonly patience: number,
  ) {
    this.movement = new StallDetector(deps.now());
    this.requests = new SendingRequests(deps, signal, (request) => this.onMoved(request));
  }

  /**
   * Resolves when the server has all parts.
   * @throws RefusedError, FileChangedError, TransportError when patience ends, or the reason of `signal`.
   */
  async run(): Promise<void> {
    const { deps, parts, signal, report, patience } = this;
    const tell: Report = (change) => {
      if (change.phase === "waiting") this.isInTrouble = true;
      report(change);
    };
    let stopLook = () => {};
    const look = () => {
      this.requests.dropKeptBack(this.answeredAt);
      this.show();
      stopLook = deps.later(LOOK_MS, look);
    };
    look();
    try {
      const progress = () => parts.stored.total();
      await withRetries(deps, signal, tell, () => this.tryToFinish(), { patience, progress });
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
        await this.joining;
        await this.joinAll();
      } catch (error) {
        throwIfAborted(this.signal);
        this.isUnsure = true;
        await this.repair(error);
      }
    }
  }

  /** Sends all that the server lacks. @throws what the first request throws that fails. */
  private async sendAll(): Promise<void> {
    const { blocks, speed } = this.parts;
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
      if (answers.size === 0) speed.begin(this.deps.now());
      const drainMs = speed.drainMs(this.requests.bodyBytes() + prepared.block.body.size);
      const { request, sent, answered } = this.requests.send(prepared, drainMs);
      const answer = answered
        .then((receipt) => this.acknowledge(request, receipt))
        .catch((error: unknown) => {
          failure ??= { error };
        })
        .finally(() => answers.delete(answer));
      answers.add(answer);
      const next = this.next();
      if (next) blocks.prepare(next, speed.requestBytes(this.deps.now()));
      await sent;
      // One waits for its answer while the next one sends.
      while (answers.size > 1) await Promise.race(answers);
    }
  }

  private next(): FileRange | undefined {
    return this.parts.stored.next(this.requests.ranges());
  }

  private async prepare(range: FileRange): Promise<PreparedRequest> {
    const { upload, job, links, blocks, speed } = this.parts;
    const now = this.deps.now();
    const { partSize } = upload;
    const partLength = Math.min(partSize, job.file.size - range.partStart);
    const isWhole = range.size === partLength && speed.takesWholeParts(now, partSize);
    const block = isWhole
      ? blocks.raw(range.offset, range.size)
      : await blocks.take(range, speed.requestBytes(now));
    const link = await links.get(range.part, isWhole, this.signal);
    links.prepare(range.part + 1, this.signal);
    const carrier = isWhole ? upload.carrier : "own";
    return prepareRequest(range, block, { isWhole, link, carrier, began: this.deps.now() });
  }

  private onMoved(request: SendingRequest): void {
    if (this.deps.now() - request.began > MOVES_MS) this.isInTrouble = false;
    this.tellMoved();
  }

  /** The server has said how much of a request it has. */
  private acknowledge(request: SendingRequest, { size, etag }: Receipt): void {
    const { stored, speed, job, upload } = this.parts;
    const { part, offset, block, isWhole } = request;
    if (isWhole) stored.addPart(part);
    else stored.addRange({ offset, size });
    if (etag) {
      const unreported = job.unreported(upload.uploadId);
      unreported.write([...unreported.read(), { number: part, etag }]);
    }
    const now = this.deps.now();
    this.answeredAt = now;
    // A browser that sends by itself what was cut tells nobody of the cut.
    if (size < block.size) speed.cut(now);
    else speed.acknowledged(now, block.body.size);
    this.isInTrouble = false;
    this.failures = 0;
    this.tellMoved();
    if (!isWhole) this.joining = this.joining.then(() => this.joinAll()).catch(() => undefined);
  }

  /** Has the parts joined whose pieces are all there. */
  private async joinAll(): Promise<void> {
    const { stored, calls } = this.parts;
    for (const number of stored.joinable()) {
      const missing = await calls.join(number, this.signal);
      if (missing) stored.remove(number, missing);
      else stored.addPart(number);
    }
  }

  /** Asks what has arrived of what was cut. */
  private async askServer(): Promise<void> {
    const { calls, stored, upload, job } = this.parts;
    const { state, parts, pieces } = await calls.status(this.signal);
    if (state === "rejected" || state === "expired")
      throw new RefusedError("This upload is no longer open. Choose the file again.", 409);
    const plan = { size: job.file.size, partSize: upload.partSize };
    // Somebody else may have finished it, such as another device.
    stored.add({ parts: state === "complete" ? plannedParts(plan) : parts, pieces });
    this.isUnsure = false;
  }

  /** Mends what can be mended at once. @throws all else. */
  private async repair(error: unknown): Promise<void> {
    const { job, blocks, links, speed, upload } = this.parts;
    const now = this.deps.now();
    if (error instanceof UncompressedOnlyError) return blocks.stop();
    if (error instanceof UnreadableError) {
      if (!(await job.recover())) throw new FileChangedError();
      return;
    }
    this.failures += 1;
    if (error instanceof ExpiredLinkError) {
      links.forgetAll();
      if (this.failures <= RENEWALS) return;
      // Storage that opens no link of ours leaves the way by this site, in pieces.
      const isAtStorage = upload.carrier === "s3" && speed.takesWholeParts(now, upload.partSize);
      if (!isAtStorage) throw new RefusedError("Upload failed", 403);
      return speed.cut(now);
    }
    speed.cut(now);
    // A server that answers before it has read may show as a cut: a new link tells what is wrong.
    if (this.failures > 1) links.forgetAll();
    throw error;
  }

  private tellMoved(): void {
    const { wire, file } = this.requests.bytesOut();
    this.parts.speed.moved(this.deps.now(), wire, this.parts.stored.total() + file);
    this.show();
  }

  private show(): void {
    const { stored, job, speed } = this.parts;
    const { size } = job.file;
    const storedBytes = stored.total();
    const { wire, file } = this.requests.bytesOut();
    const inFlight = Math.min(file, size - storedBytes);
    const drainMs = speed.drainMs(wire);
    const isStill = this.movement.isStill(this.deps.now(), storedBytes + inFlight, drainMs);
    const bytes = { stored: storedBytes, inFlight, size };
    this.report(sendingState(speed, bytes, { isStill, isInTrouble: this.isInTrouble }));
  }
}
