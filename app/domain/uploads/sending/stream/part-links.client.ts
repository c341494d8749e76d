import { PART_LINK_MINUTES, partCount } from "../../upload-plan";
import type { UnreportedParts } from "../file-job.client";
import type { controlCalls } from "../server-calls.client";
import { TransportError, type UploadDeps } from "../transport";

/** Where a part goes, and where its pieces go. */
interface SignedLink {
  number: number;
  url: string;
  piecesUrl: string;
}

/** A link is renewed this long before it expires, so that none runs out on its way. */
const SPARE_MS = 3 * 60_000;
const LIFE_MS = PART_LINK_MINUTES * 60_000 - SPARE_MS;
/** Parts whose links are asked for together; of those straight to storage the server hears then. */
const PARTS_AT_ONCE = 4;

/** The signed links of one upload: kept, and renewed in time. */
export class PartLinks {
  private readonly links = new Map<number, Partial<SignedLink> & { until: number }>();
  private asking: Promise<void> | undefined;

  /** @param first where part 1 goes, which the server has said already. */
  constructor(
    private readonly deps: Pick<UploadDeps, "now">,
    private readonly calls: Pick<ReturnType<typeof controlCalls>, "links">,
    private readonly unreportedParts: UnreportedParts,
    private readonly upload: { size: number; partSize: number },
    first: { url: string; piecesUrl?: string | undefined },
  ) {
    this.links.set(1, { ...first, until: deps.now() + LIFE_MS });
  }

  private find(number: number, isWhole: boolean): string | undefined {
    const link = this.links.get(number);
    if (!link || link.until <= this.deps.now()) return undefined;
    return isWhole ? link.url : link.piecesUrl;
  }

  /** Where a part goes, or its pieces. @throws what asking for it throws. */
  async get(number: number, isWhole: boolean, signal: AbortSignal): Promise<string> {
    if (this.find(number, isWhole) === undefined) await this.asking?.catch(() => undefined);
    if (this.find(number, isWhole) === undefined) await this.ask(number, signal);
    const link = this.find(number, isWhole);
    if (link === undefined)
      throw new TransportError("Failed to parse server response", { cut: false });
    return link;
  }

  /** Has the links of the next part ready before it is its turn. */
  prepare(number: number, signal: AbortSignal): void {
    const { size, partSize } = this.upload;
    const isKnown = this.find(number, true) !== undefined && this.find(number, false) !== undefined;
    if (isKnown || this.asking || number > partCount(size, partSize)) return;
    // What goes wrong is told to whoever needs the link.
    this.ask(number, signal).catch(() => undefined);
  }

  forgetAll(): void {
    this.links.clear();
  }

  private ask(first: number, signal: AbortSignal): Promise<void> {
    const asking = this.request(first, signal).finally(() => {
      if (this.asking === asking) this.asking = undefined;
    });
    this.asking = asking;
    return asking;
  }

  private async request(first: number, signal: AbortSignal): Promise<void> {
    const { size, partSize } = this.upload;
    const last = Math.min(first + PARTS_AT_ONCE - 1, partCount(size, partSize));
    const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
    const began = this.deps.now();
    const reported = this.unreportedParts.read();
    const signedLinks = await this.calls.links(numbers, reported, signal);
    for (const link of signedLinks)
      this.links.set(link.number, { ...link, until: began + LIFE_MS });
    const reportedEtags = new Set(reported.map(({ etag }) => etag));
    const { unreportedParts } = this;
    unreportedParts.write(unreportedParts.read().filter(({ etag }) => !reportedEtags.has(etag)));
  }
}
