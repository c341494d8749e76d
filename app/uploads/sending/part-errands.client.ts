import { partCount } from "../plan";
import type { UploadWorld } from "./file-job.client";
import { RefusedError } from "./label-answer.client";
import { joinCall, type Opened, piecesAskedFor, statusCall } from "./label-calls.client";
import type { PartLinks } from "./part-links.client";
import type { WorkList } from "./work-list";

/** Links are signed for what goes within this time: few calls, and none expires unused. */
const LINKS_AHEAD_MS = 60_000;
const FEWEST_LINKS = 4;
/** Where parts go straight to storage, the label learns of them with the next call for links. */
const MOST_LINKS = { own: 20, s3: 4 };

/** What the calls beside the bytes work with. */
export interface ErrandRoom {
  upload: Pick<Opened, "uploadId" | "partSize" | "carrier">;
  size: number;
  work: WorkList;
  links: PartLinks;
}

/**
 * The calls beside the bytes: for links, for what became of doubtful parts, to join pieces. One of
 * each at a time, none of which holds the bytes up.
 * @param ended called with the end of each: when it began, and what it threw if it did.
 */
export function openErrands(
  world: Pick<UploadWorld, "transport" | "now">,
  { upload, size, work, links }: ErrandRoom,
  signal: AbortSignal,
  ended: (began: number, error: unknown) => void,
) {
  const { uploadId, partSize, carrier } = upload;
  const busy = new Set<string>();

  function run(name: string, errand: () => Promise<void>): void {
    if (busy.has(name)) return;
    busy.add(name);
    const began = world.now();
    const end = (error?: unknown) => {
      busy.delete(name);
      ended(began, error);
    };
    errand().then(() => end(), end);
  }

  async function check(): Promise<void> {
    const asked = [...work.doubts()];
    const { state, parts, pieces } = await statusCall(world.transport, uploadId, signal);
    if (state === "rejected" || state === "expired")
      throw new RefusedError("This upload is no longer open. Choose the file again.", 409);
    // Somebody else may have finished it, such as another device.
    const all = Array.from({ length: partCount(size, partSize) }, (_, index) => index + 1);
    work.settle(asked, { parts: state === "complete" ? all : parts, pieces });
  }

  async function join(part: number): Promise<void> {
    work.joining(part, true);
    try {
      await joinCall(world.transport, uploadId, part, signal);
      work.hold(part);
    } catch (error) {
      work.joining(part, false);
      const missing = error instanceof RefusedError ? piecesAskedFor(error) : undefined;
      if (!missing) throw error;
      work.lost(part, missing);
    }
  }

  /** Gets links for those parts that have none. */
  function getLinks(numbers: readonly number[], pieces: boolean): void {
    const without = numbers.filter((number) => !links.get(number, pieces));
    if (without.length > 0) run("links", () => links.ask(without, signal));
  }

  return {
    /** Asks about what is in doubt, and joins what is all there. */
    runDue(): void {
      if (work.doubts().length > 0) run("check", check);
      const [part] = work.joinable();
      if (part !== undefined) run("join", () => join(part));
    },
    getLinks,
    /**
     * Has links ready one part ahead, so that none waits for its link.
     * @param underWay how many requests carry bytes now.
     */
    lookAhead(underWay: number, partMs: number | undefined, pieces: boolean): void {
      const wanted = Math.ceil(LINKS_AHEAD_MS / (partMs ?? LINKS_AHEAD_MS));
      const most = Math.max(FEWEST_LINKS, Math.min(MOST_LINKS[carrier], wanted));
      const coming = work.ahead(underWay + most);
      const soon = coming.slice(0, underWay + 2);
      if (soon.some((number) => !links.get(number, pieces))) getLinks(coming, pieces);
    },
  };
}
