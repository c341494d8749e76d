import { createDraftAt } from "./drafts";
import { type FetchedPage, fetchEveryPage, fetchPage } from "./fetch-pages";
import { publishedRelease, releaseInProgress } from "./published-release";
import { Visitor } from "./visitor";
import { createVisitors } from "./visitors";

/** States that no row of the table reaches: unfinished drafts, published releases. */
async function moreStates(): Promise<(FetchedPage | undefined)[]> {
  const [atArtist, atMusic, sender] = [
    await createDraftAt("artist"),
    await createDraftAt("music"),
    await createDraftAt("review"),
  ];
  await sender.post("/submit/review", { intent: "submit" });
  const own = await releaseInProgress(["Night Ferry", "Low Tide"]);
  const { release, artistPage } = await publishedRelease();
  const nobody = new Visitor();
  const read = (route: string, { cookie }: Visitor, path = route, init?: RequestInit) =>
    fetchPage({ name: `${init?.method ?? "GET"} ${path}`, route, path, cookie }, init);
  const toPostInit = (fields: Record<string, string>) => ({
    method: "POST",
    body: new URLSearchParams(fields),
  });
  return [
    await read("/*", nobody, "/about-mahogany-"),
    await read("/submit/artist", atArtist),
    await read("/submit/artist", atArtist, undefined, toPostInit({ intent: "next" })),
    await read("/submit/music", atMusic),
    await read("/submit/music", atMusic, undefined, toPostInit({ intent: "next" })),
    await read(
      "/submit/music",
      atMusic,
      undefined,
      toPostInit({ uploadType: "both", releaseType: "ep", intent: "update" }),
    ),
    // A sub-genre that exists in other genres, too.
    await read(
      "/submit/music",
      atMusic,
      undefined,
      toPostInit({ primaryGenre: "Jazz", subGenre: "None of the above", intent: "update" }),
    ),
    await read(
      "/submit/music",
      atMusic,
      undefined,
      toPostInit({ uploadType: "transfer", intent: "next" }),
    ),
    await read("/submit/review", atMusic),
    await read("/submit/success", sender),
    await read("/release-details/:submissionId", own.visitor, own.path),
    await read(
      "/release-details/:submissionId",
      own.visitor,
      own.path,
      toPostInit({ intent: "send" }),
    ),
    await read("/release-details/:submissionId/splits", own.visitor, `${own.path}/splits`),
    await read("/details/:submissionId", nobody, release),
    await read("/artist/:artistId", nobody, artistPage),
  ];
}

/** Every page for every kind of visitor, after every form response, and in more states. */
export async function fetchPagesInEveryState(): Promise<FetchedPage[]> {
  const pages = [...(await fetchEveryPage(await createVisitors())), ...(await moreStates())];
  return pages.filter((page) => page !== undefined);
}
