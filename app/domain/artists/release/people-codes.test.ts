import * as v from "valibot";
import { expect, test } from "vitest";
import { fiveReleases } from "../../../../tests/fixtures/five-releases";
import { detailsSchema, withPeople } from "./details";
import { hasUnsentChanges } from "./details-store.server";
import { peopleCodes, peopleRows } from "./people-codes";

const release = fiveReleases.find(({ name }) => name === "ep-with-guests");
if (!release) throw new Error("None");
const { form } = release.release;
const profile = { artistName: "north & pier", ipi: "", isni: "0000 0001 2146 438X" };
const details = v.parse(detailsSchema, {
  people: [
    { name: "Kai Okafor", isni: "https://isni.org/isni/0000000114768406" },
    { name: "Jo Pike", isni: "0000 0001 2146 4380" },
  ],
});
const person = { id: "", email: "", me: false };
const splits = (ipi: string) => ({
  people: [{ ...person, firstName: "Nora", lastName: "Pier", ipi }],
  same: [],
  tracks: [],
});

test("codes come from the profile, the details and the shares, and a wrong one is left out", () => {
  const people = peopleCodes({ details, splits: splits("14107338") }, form, profile);
  expect(people).toEqual([
    { name: "North & Pier", isni: "000000012146438X" },
    { name: "Kai Okafor", isni: "0000000114768406" },
    { name: "Nora Pier", ipi: "00014107338" },
  ]);
  expect(peopleRows(people)).toEqual([
    ["ISNI", "North & Pier 0000 0001 2146 438X, Kai Okafor 0000 0001 1476 8406"],
    ["IPI number", "Nora Pier 00014107338"],
  ]);
});

test("a songwriter's own answer counts before the artist's, unless it is wrong", () => {
  const own = (ipi: string) =>
    peopleCodes({ splits: splits("14107338"), ownIpis: { "Nora Pier": ipi } }, form, undefined);
  expect(own("52210040")).toEqual([{ name: "Nora Pier", ipi: "00052210040" }]);
  expect(own("52210041")).toEqual([{ name: "Nora Pier", ipi: "00014107338" }]);
});

test("the numbers of an account are not those of another artist", () => {
  const other = { ...profile, artistName: "Somebody else", ipi: "14107338" };
  expect(peopleCodes({}, form, other)).toEqual([]);
});

test("everybody credited has a line once, except the artist, and blank lines change nothing", () => {
  const listed = withPeople(details, form);
  expect(listed.people.slice(0, 2)).toEqual([
    { name: "Kai Okafor", isni: "https://isni.org/isni/0000000114768406" },
    { name: "Bea Lund", isni: "" },
  ]);
  const names = listed.people.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toContain("Jo Pike");
  expect(names).not.toContain(form.artistName);
  const blank = withPeople({ ...details, people: [] }, form);
  expect(hasUnsentChanges({ ...details, people: [] }, blank)).toBe(false);
  expect(hasUnsentChanges(details, blank)).toBe(true);
});
