import { PIECE_STEP_BYTES } from "../pieces";
import type { FileRange } from "../stored-bytes";
import type { Compressor } from "./compressor.client";
import type { CompressionConditions } from "./should-compress";

/** What the browser compresses with. */
export interface Compression {
  /** Resolves to undefined where this file or this device is not for it. Never rejects. */
  open(file: Blob): Promise<Compressor | undefined>;
  /** Whether it pays just now; speeds in bytes per second. */
  pays(speeds: Pick<CompressionConditions, "linkSpeed" | "encoderSpeed">): boolean;
}

/** What goes in the next request. */
export interface Block {
  body: Blob;
  /** Bytes of the file. */
  size: number;
  /** Of a compressed one: what it is. */
  query?: string;
}

/** A cut costs a compressed block only its last frames, and one of this size is ready soon. */
const BLOCK_BYTES = 1024 * 1024;
/** Shorter ones shrink less. */
const MIN_BLOCK_BYTES = 64 * 1024;
/** What goes in one request while nothing is known of the link, so that its answer comes soon. */
const FIRST_BYTES = 128 * 1024;
/**
 * A compressor that was slower than the link is measured again after so many requests: it is slow at
 * first, and while the file is read for other reasons.
 */
const REQUESTS_UNTIL_TRIAL = 3;

/** A cut may take the codec while it is loaded: it is asked for again with a later request, so often. */
const MAX_OPENINGS = 10;

/** Requests that go raw after the server was too busy to unpack one; then twice as many, and so on. */
const RAW_REQUESTS = 4;

/** `cut`: the codec did not arrive. */
type State =
  | { name: "off" }
  | { name: "opening" }
  | { name: "cut" }
  | { name: "open"; compressor: Compressor };

/** Cuts a file into what its requests carry: compressed, where that pays, one block ahead. */
export class BlockSource {
  private state: State = { name: "off" };
  private openings = 0;
  private untilTrial = 1;
  private rawRequests = { left: 0, next: RAW_REQUESTS };
  /** Bytes of the file that one of the link stood for in the last compressed block that was taken. */
  private shrinkage = 1;
  private ahead: { offset: number; size: number; block: Promise<Block | undefined> } | undefined;

  /**
   * @param bytes the file, from where it is read by now.
   * @param linkRate what the link carries, in bytes per second; undefined until an answer shows it.
   */
  constructor(
    private readonly bytes: () => Blob,
    private readonly compression: Compression | undefined,
    private readonly linkRate: () => number | undefined,
    private readonly signal: AbortSignal,
  ) {
    if (compression) void this.open(compression);
  }

  private async open(compression: Compression): Promise<void> {
    const opening: State = { name: "opening" };
    this.state = opening;
    this.openings += 1;
    const compressor = await compression.open(this.bytes());
    // Once it has done something it is loaded, and no request waits for that.
    if (compressor) await this.compress(compressor, 0, FIRST_BYTES);
    const isLoaded = compressor?.speed !== undefined;
    if (compressor && isLoaded && this.state === opening) {
      this.state = { name: "open", compressor };
      return;
    }
    compressor?.close();
    if (this.state === opening)
      this.state = { name: compressor && this.openings < MAX_OPENINGS ? "cut" : "off" };
  }

  /**
   * The block at the beginning of a range, which ends with its part.
   * @param most bytes of the link that it may have, about.
   */
  async take(range: FileRange, most: number): Promise<Block> {
    const { offset } = range;
    // A request goes: so the line carries again.
    if (this.state.name === "cut" && this.compression) void this.open(this.compression);
    if (this.linkRate() === undefined) return this.raw(offset, Math.min(range.size, FIRST_BYTES));
    const compressor = this.usefulCompressor();
    const isRaw = this.rawRequests.left > 0;
    if (isRaw) this.rawRequests.left -= 1;
    if (isRaw || !compressor) return this.raw(offset, Math.min(range.size, most));
    const { ahead } = this;
    const isAhead = ahead?.offset === offset && ahead.size <= range.size;
    const size = isAhead ? ahead.size : this.blockBytes(range, most);
    const block = isAhead ? ahead.block : this.compress(compressor, offset, size);
    return (await block) ?? this.raw(offset, Math.min(size, most));
  }

  /** Compresses the block that comes next, while another one is on its way; see {@link take}. */
  prepare(range: FileRange, most: number): void {
    const { offset } = range;
    if (this.ahead?.offset === offset || this.rawRequests.left > 0) return;
    const compressor = this.usefulCompressor() ?? this.compressorToTry();
    if (!compressor) return;
    const size = this.blockBytes(range, most);
    this.ahead = { offset, size, block: this.compress(compressor, offset, size) };
  }

  /** Compresses nothing for some requests, as the server has no room to unpack it. */
  sendRawForNow(): void {
    const { next } = this.rawRequests;
    this.rawRequests = { left: next, next: 2 * next };
    this.shrinkage = 1;
    this.ahead = undefined;
  }

  /** Compresses nothing any more. */
  stop(): void {
    if (this.state.name === "open") this.state.compressor.close();
    this.state = { name: "off" };
    this.ahead = undefined;
  }

  private usefulCompressor(): Compressor | undefined {
    if (this.state.name !== "open") return undefined;
    const { compressor } = this.state;
    const speeds = { linkSpeed: this.linkRate(), encoderSpeed: compressor.speed };
    return this.compression?.pays(speeds) ? compressor : undefined;
  }

  /** Every few requests the compressor that was too slow by its last block. */
  private compressorToTry(): Compressor | undefined {
    const unknown = { linkSpeed: undefined, encoderSpeed: undefined };
    if (this.state.name !== "open" || !this.compression?.pays(unknown)) return undefined;
    this.untilTrial -= 1;
    if (this.untilTrial > 0) return undefined;
    this.untilTrial = REQUESTS_UNTIL_TRIAL;
    return this.state.compressor;
  }

  private async compress(
    compressor: Compressor,
    offset: number,
    size: number,
  ): Promise<Block | undefined> {
    // Aborted, or broken: then it goes as it is.
    return compressor.compress({ offset, length: size }, this.signal).catch(() => undefined);
  }

  noteTaken({ body, size, query }: Block): void {
    if (query) this.shrinkage = Math.max(1, size / Math.max(1, body.size));
  }

  private blockBytes({ size }: FileRange, most: number): number {
    const steps = Math.floor((most * this.shrinkage) / PIECE_STEP_BYTES);
    return Math.min(size, BLOCK_BYTES, Math.max(steps * PIECE_STEP_BYTES, MIN_BLOCK_BYTES));
  }

  /** Bytes of the file as they are. */
  raw(offset: number, size: number): Block {
    return { body: this.bytes().slice(offset, offset + size), size };
  }
}
