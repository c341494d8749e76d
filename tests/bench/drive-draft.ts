import { jpegBytes } from "../fixtures/jpeg";
import { wavBytes } from "../fixtures/wav";
import { artist, inDays, music, type Visitor } from "../support/visitor";

/** A page to weigh, and what brings the visitor's draft to it. */
export interface Stop {
  page: string;
  path: string;
  /** The path of the page once it is there, where that is another one. */
  lands?: string;
  reach: () => Promise<void>;
}

function expectStatus(response: Response, status: number): void {
  if (response.status !== status)
    throw new Error(`${response.url} answered ${response.status} instead of ${status}`);
}

async function next(visitor: Visitor, path: string, fields: Record<string, string>): Promise<void> {
  expectStatus(await visitor.post(path, fields), 302);
}

/** A cover as printers want it: 6.1 MB. */
const SIX_MEGABYTES = { width: 3400, height: 3400, quality: 100 };

/** The pages of the main job in the order in which an artist sees them, with one real draft. */
export function journey(visitor: Visitor): Stop[] {
  const track = { slot: "audio:track-1", fileType: "track", fileName: "ferry.wav" } as const;
  const artwork = { slot: "artwork", fileType: "artwork", fileName: "ferry.jpg" } as const;
  return [
    { page: "home", path: "/", reach: async () => {} },
    { page: "learn more", path: "/learn-more", reach: async () => {} },
    { page: "terms", path: "/terms-of-service", reach: async () => {} },
    { page: "first visit", path: "/submit", lands: "/submit/artist", reach: async () => {} },
    { page: "artist", path: "/submit/artist", reach: () => visitor.openDraft() },
    {
      page: "music",
      path: "/submit/music",
      reach: async () => {
        await next(visitor, "/submit/artist", artist);
        expectStatus(await visitor.upload(wavBytes({ seconds: 1 }), track), 200);
        const sleeve = jpegBytes(SIX_MEGABYTES);
        expectStatus(await visitor.upload(sleeve, artwork), 200);
      },
    },
    {
      page: "about",
      path: "/submit/about",
      reach: () => next(visitor, "/submit/music", music(inDays(60))),
    },
    {
      page: "review",
      path: "/submit/review",
      reach: () => next(visitor, "/submit/about", { bio: "Songs from the harbour." }),
    },
    {
      page: "success",
      path: "/submit/success",
      reach: () => next(visitor, "/submit/review", { intent: "next" }),
    },
    { page: "404", path: "/nowhere", reach: async () => {} },
  ];
}
