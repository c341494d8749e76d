import { expect, test } from "vitest";
import { addPreviousContributor, contributorName } from "./previous-contributor";
import { collectContributors, notYetCredited, previousRole } from "./previous-contributors";
import { noContributors } from "./track-contributors";

const ada = { firstName: "Ada", surname: "Quill", roles: ["Vocals", "Lyricist"] };
const bo = { firstName: "Bo", lastName: "Lund", percentage: 100 };
const track = (more: object) => ({ metadata: { ...noContributors(), ...more } });

test("everybody credited on a release is offered once in each list, however spelt", () => {
  const usual = collectContributors([
    track({ featuredArtists: [ada], producers: ["Max"], songwriters: [bo] }),
    track({ featuredArtists: [{ ...ada, firstName: "ADA" }], nonFeaturedArtists: [ada] }),
    track({ producers: ["max", "Ida"], songwriters: [bo] }),
  ]);
  expect(usual.map((one) => `${contributorName(one)}: ${previousRole(one)}`)).toEqual([
    "Ada Quill: Vocals, Lyricist",
    "Max: producer",
    "Bo Lund: songwriter",
    "Ada Quill: Vocals, Lyricist",
    "Ida: producer",
  ]);
});

test("at most thirty are offered", () => {
  const producers = Array.from({ length: 50 }, (_, number) => `Producer ${number}`);
  expect(collectContributors([track({ producers })])).toHaveLength(30);
});

test("an added contributor keeps their roles, is no longer offered, and ends solo work", () => {
  const usual = collectContributors([
    track({ featuredArtists: [ada], producers: ["Max"], songwriters: [bo] }),
  ]);
  let contributors = { ...noContributors(), soloWork: true };
  const [first] = usual;
  if (!first) throw new Error("Nobody is offered");
  contributors = addPreviousContributor(contributors, first);
  expect(contributors).toMatchObject({
    soloWork: false,
    featuredArtists: [{ id: "featured-1", ...ada }],
  });
  expect(notYetCredited(usual, contributors).map(({ index }) => index)).toEqual([1, 2]);
  for (const one of usual.slice(1)) contributors = addPreviousContributor(contributors, one);
  expect(contributors).toMatchObject({
    producers: ["Max"],
    songwriters: [{ firstName: "Bo", lastName: "Lund", percentage: "" }],
  });
  expect(notYetCredited(usual, contributors)).toEqual([]);
});

test("rows without a name change nothing of who is credited", () => {
  const usual = collectContributors([track({ producers: ["Max"] })]);
  const blank = { id: "songwriter-1", firstName: "", lastName: "", percentage: "" };
  const contributors = { ...noContributors(), producers: ["Max"], songwriters: [blank] };
  expect(notYetCredited(usual, contributors)).toEqual([]);
  expect(collectContributors([{ metadata: contributors }])).toEqual(usual);
});

test("a full list takes no further contributor", () => {
  const rows = Array.from({ length: 10 }, (_, number) => ({ ...ada, id: `${number}` }));
  const full = { ...noContributors(), featuredArtists: rows };
  expect(addPreviousContributor(full, { list: "featuredArtists", ...ada })).toBe(full);
});
