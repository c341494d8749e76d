import { jpegBytes } from "../fixtures/jpeg";
import { wavBytes } from "../fixtures/wav";
import type { Published } from "../support/published-release";
import { artistAnswers, dateInDays, musicAnswers, type Visitor } from "../support/visitor";

/** A page to measure, and how the visitor's draft gets there. */
export interface Stop {
  page: string;
  path: string;
  /** A page to read, or a wizard step; other pages have no time target. */
  kind: "content" | "step" | "other";
  /** The path after redirects, if it differs. */
  lands?: string;
  reach: () => Promise<void>;
}

function expectStatus(response: Response, status: number): void {
  if (response.status !== status)
    throw new Error(`${response.url} answered ${response.status} instead of ${status}`);
}

async function postStep(
  visitor: Visitor,
  path: string,
  fields: Record<string, string>,
): Promise<void> {
  expectStatus(await visitor.post(path, fields), 302);
}

/** A cover in print quality: 6.1 MB. */
const SIX_MEGABYTES = { width: 3400, height: 3400, quality: 100 };

/**
 * Every public page.
 * @param published addresses of a release page and an artist page.
 */
export function publicPages({
  release,
  artistPage,
}: Pick<Published, "release" | "artistPage">): Stop[] {
  const noStep = async () => {};
  const content = (page: string, path: string): Stop => ({
    page,
    path,
    kind: "content",
    reach: noStep,
  });
  const other = (page: string, path: string): Stop => ({
    page,
    path,
    kind: "other",
    reach: noStep,
  });
  return [
    content("home", "/"),
    content("learn more", "/learn-more"),
    content("faq", "/faq"),
    content("about", "/about-mahogany-"),
    content("terms", "/terms-of-service"),
    content("privacy", "/privacy-policy"),
    content("cookies", "/cookie-policy"),
    content("data protection", "/data-protection"),
    content("release", release),
    content("artist's page", artistPage),
    content("404", "/nowhere"),
    other("sign-in", "/login"),
    other("staff sign-in", "/staff/sign-in"),
    other("waiting list", "/submit/waiting-list"),
    other("joined", "/submit/joined"),
    other("open a link", "/submit/open"),
  ];
}

/** The wizard steps in the order in which an artist sees them, with one real draft. */
export function journey(visitor: Visitor): Stop[] {
  const track = { slot: "audio:track-1", fileType: "track", fileName: "ferry.wav" } as const;
  const artwork = { slot: "artwork", fileType: "artwork", fileName: "ferry.jpg" } as const;
  return [
    {
      page: "first visit",
      path: "/submit",
      lands: "/submit/artist",
      kind: "step",
      reach: async () => {},
    },
    {
      page: "artist",
      path: "/submit/artist",
      kind: "step",
      reach: () => visitor.openDraft(),
    },
    {
      kind: "step",
      page: "music",
      path: "/submit/music",
      reach: async () => {
        await postStep(visitor, "/submit/artist", artistAnswers);
        expectStatus(await visitor.upload(wavBytes({ seconds: 1 }), track), 200);
        const sleeve = jpegBytes(SIX_MEGABYTES);
        expectStatus(await visitor.upload(sleeve, artwork), 200);
      },
    },
    {
      kind: "step",
      page: "about",
      path: "/submit/about",
      reach: () => postStep(visitor, "/submit/music", musicAnswers(dateInDays(60))),
    },
    {
      kind: "step",
      page: "review",
      path: "/submit/review",
      reach: () => postStep(visitor, "/submit/about", { bio: "Songs from the harbour." }),
    },
    {
      kind: "content",
      page: "success",
      path: "/submit/success",
      reach: () => postStep(visitor, "/submit/review", { intent: "next" }),
    },
  ];
}
