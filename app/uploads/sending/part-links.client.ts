import { PART_LINK_MINUTES } from "../plan";
import type { Unreported, UploadWorld } from "./file-job.client";
import { TransportError } from "./label-answer.client";
import { linksCall, type Opened } from "./label-calls.client";

/** A link is renewed this long before it expires, so that none runs out on its way. */
const SPARE_MS = 3 * 60_000;
const LIFE_MS = PART_LINK_MINUTES * 60_000 - SPARE_MS;
const MOST_AT_ONCE = 20;

interface Link {
  url: string;
  piecesUrl: string | undefined;
  until: number;
}

/** The signed links of one upload. */
export type PartLinks = ReturnType<typeof openPartLinks>;

/** Keeps the links of an upload, asks for those that come next, and renews them in time. */
export function openPartLinks(
  world: Pick<UploadWorld, "transport" | "now">,
  { uploadId, uploadUrl, piecesUrl }: Pick<Opened, "uploadId" | "uploadUrl" | "piecesUrl">,
  unreported: Unreported,
) {
  const links = new Map<number, Link>([
    [1, { url: uploadUrl, piecesUrl, until: world.now() + LIFE_MS }],
  ]);

  return {
    /** Where a part goes, or its pieces; undefined when there is no link that still opens it. */
    get(number: number, pieces: boolean): string | undefined {
      const link = links.get(number);
      if (!link || link.until <= world.now()) return undefined;
      return pieces ? link.piecesUrl : link.url;
    },
    forget: (number: number) => void links.delete(number),

    /** Asks for links. @throws what the call throws. */
    async ask(numbers: readonly number[], signal: AbortSignal): Promise<void> {
      const began = world.now();
      const stored = unreported.read();
      const some = numbers.slice(0, MOST_AT_ONCE);
      const signed = await linksCall(world.transport, uploadId, some, stored, signal);
      const reported = new Set(stored.map(({ etag }) => etag));
      for (const { number, ...urls } of signed)
        links.set(number, { ...urls, until: began + LIFE_MS });
      unreported.write(unreported.read().filter(({ etag }) => !reported.has(etag)));
      if (some.some((number) => !links.has(number)))
        throw new TransportError("Failed to parse server response", { cut: false });
    },
  };
}
