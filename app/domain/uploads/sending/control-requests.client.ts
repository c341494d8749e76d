import type { PieceRange } from "../pieces";
import type { StorageBackendName } from "../storage-backend";
import { PART_LINK_MINUTES, partCount } from "../upload-plan";
import type { FileJob, StoredPart, UnreportedParts } from "./file-job.client";
import { RefusedError, TransportError, type UploadDeps } from "./transport";
import type { Inventory, SendUnit, WorkList } from "./work-list";

/** Where a part goes, and where its pieces go. */
interface SignedLink {
  number: number;
  url: string;
  piecesUrl: string;
}

/** The calls about one upload that go beside its bytes; see `controlCalls`. */
export interface ControlCalls {
  status(signal: AbortSignal): Promise<Inventory & { state: string }>;
  links(
    numbers: readonly number[],
    storedParts: readonly StoredPart[],
    signal: AbortSignal,
  ): Promise<SignedLink[]>;
  /** @returns the stretches that the server lacks; undefined when it has joined them. */
  join(part: number, signal: AbortSignal): Promise<readonly PieceRange[] | undefined>;
}

/** A link is renewed this long before it expires, so that none runs out on its way. */
const SPARE_MS = 3 * 60_000;
const LIFE_MS = PART_LINK_MINUTES * 60_000 - SPARE_MS;
const MOST_AT_ONCE = 20;

/** The signed links of one upload: kept, and renewed in time. */
export class PartLinks {
  private readonly links = new Map<number, Partial<SignedLink> & { until: number }>();

  /** @param first where part 1 goes, which the server has said already. */
  constructor(
    private readonly deps: Pick<UploadDeps, "now">,
    private readonly calls: Pick<ControlCalls, "links">,
    private readonly unreportedParts: UnreportedParts,
    first: { url: string; piecesUrl?: string },
  ) {
    this.links.set(1, { ...first, until: deps.now() + LIFE_MS });
  }

  /** Where a part goes, or its pieces; undefined when there is no link that still opens it. */
  get(number: number, pieces: boolean): string | undefined {
    const link = this.links.get(number);
    if (!link || link.until <= this.deps.now()) return undefined;
    return pieces ? link.piecesUrl : link.url;
  }

  forget(number: number): void {
    this.links.delete(number);
  }

  /** Asks for links. @throws what the call throws. */
  async ask(numbers: readonly number[], signal: AbortSignal): Promise<void> {
    const began = this.deps.now();
    const storedParts = this.unreportedParts.read();
    const some = numbers.slice(0, MOST_AT_ONCE);
    const signedLinks = await this.calls.links(some, storedParts, signal);
    const reportedEtags = new Set(storedParts.map(({ etag }) => etag));
    for (const link of signedLinks)
      this.links.set(link.number, { ...link, until: began + LIFE_MS });
    this.unreportedParts.write(
      this.unreportedParts.read().filter(({ etag }) => !reportedEtags.has(etag)),
    );
    if (some.some((number) => !this.links.has(number)))
      throw new TransportError("Failed to parse server response", { cut: false });
  }
}

/** Links are signed for what goes within this time: few calls, and none expires unused. */
const LINKS_AHEAD_MS = 60_000;
const FEWEST_LINKS = 4;
/** Where parts go straight to storage, the server learns of them with the next call for links. */
const MOST_LINKS = { own: 20, s3: 4 };

/**
 * What has arrived of a request that was cut is kept by the server, which may hear of the cut later
 * than the browser: it is asked after this time, or a little sooner where nothing else can be sent.
 */
const DOUBT_MS = 1_500;
const SOONEST_DOUBT_MS = 250;

/** The upload whose calls these are. */
interface ErrandPlan {
  upload: { partSize: number; carrier: StorageBackendName };
  job: Pick<FileJob, "file">;
  work: WorkList;
  links: PartLinks;
  calls: ControlCalls;
}

/** Whom the errands tell. */
export interface ControlObserver {
  /** One has ended: when it began, and what it threw if it did. */
  onEnded(began: number, error: unknown): void;
  /** More of these parts had arrived than was answered. */
  onFound(parts: readonly number[]): void;
}

/**
 * The calls beside the bytes: for links, for what became of doubtful parts, to join pieces. One of
 * each at a time, none of which holds the bytes up.
 */
export class ControlRequests {
  private readonly running = new Set<"links" | "check" | "join">();

  constructor(
    private readonly deps: Pick<UploadDeps, "now">,
    private readonly plan: ErrandPlan,
    private readonly signal: AbortSignal,
    private readonly observer: ControlObserver,
  ) {}

  /**
   * Joins what is all there, and asks about what is in doubt.
   * @param flying whether bytes are under way meanwhile, so that there is time.
   */
  runDue(flying: boolean): void {
    const { work } = this.plan;
    const doubts = work.doubts(this.deps.now() - (flying ? DOUBT_MS : SOONEST_DOUBT_MS));
    if (doubts.length > 0) this.run("check", () => this.check(doubts));
    const [part] = work.joinable();
    if (part !== undefined) this.run("join", () => this.join(part));
  }

  /** Gets links for those parts that have none. */
  getLinks(numbers: readonly number[], pieces: boolean): void {
    const { links } = this.plan;
    const without = numbers.filter((number) => !links.get(number, pieces));
    if (without.length > 0) this.run("links", () => links.ask(without, this.signal));
  }

  /**
   * Has links ready one part ahead, so that none waits for its link.
   * @param underWay how many requests carry bytes now.
   */
  lookAhead(underWay: number, partMs: number | undefined, pieces: boolean): void {
    const { upload, work, links } = this.plan;
    const linkCount = Math.ceil(LINKS_AHEAD_MS / (partMs ?? LINKS_AHEAD_MS));
    const most = Math.max(FEWEST_LINKS, Math.min(MOST_LINKS[upload.carrier], linkCount));
    const coming = work.ahead(underWay + most);
    const soon = coming.slice(0, underWay + 2);
    if (soon.some((number) => !links.get(number, pieces))) this.getLinks(coming, pieces);
  }

  private run(name: "links" | "check" | "join", errand: () => Promise<void>): void {
    if (this.running.has(name)) return;
    this.running.add(name);
    const began = this.deps.now();
    const end = (error?: unknown) => {
      this.running.delete(name);
      this.observer.onEnded(began, error);
    };
    errand().then(() => end(), end);
  }

  private async check(doubts: readonly SendUnit[]): Promise<void> {
    const { upload, job, work, calls } = this.plan;
    const { state, parts, pieces } = await calls.status(this.signal);
    if (state === "rejected" || state === "expired")
      throw new RefusedError("This upload is no longer open. Choose the file again.", 409);
    // Somebody else may have finished it, such as another device.
    const length = partCount(job.file.size, upload.partSize);
    const all = Array.from({ length }, (_, index) => index + 1);
    const now = { parts: state === "complete" ? all : parts, pieces };
    this.observer.onFound(work.settle(doubts, now));
  }

  private async join(part: number): Promise<void> {
    const { work, calls } = this.plan;
    work.joining(part, true);
    try {
      const missing = await calls.join(part, this.signal);
      if (missing) work.lost(part, missing);
      else work.hold(part);
    } catch (error) {
      work.joining(part, false);
      throw error;
    }
  }
}
