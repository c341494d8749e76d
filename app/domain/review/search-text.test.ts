import { expect, test } from "vitest";
import { searchTokens } from "~/platform/formats/fold-text";
import { searchTextOf } from "./search-text";

const item = {
  artistName: "Noor’s “Night” Trio",
  title: "Côte – d’Azur",
  email: "noor@example.com",
  reference: "R-2026-0007",
  formData: null,
  sentDetails: null,
};

test.each([
  ...[
    "noor's",
    "Noor´s",
    "NOORʼS",
    "Ｎｏｏｒ＇ｓ",
    '"night"',
    "„night“",
    "cote",
    "d`azur",
    "noor@EXAMPLE.com",
  ],
  ...["r‑2026—0007"],
])("%s is found", (query) => {
  const text = searchTextOf(item);
  for (const word of searchTokens(query)) expect(text).toContain(word);
});

test("titles of tracks, everybody credited and the codes of a release are found", () => {
  const writer = { firstName: "Łucja", lastName: "Zając", percentage: 100 };
  const credited = { firstName: "Ida", surname: "Grey", roles: [] };
  const metadata = { soloWork: false, songwriters: [writer], producers: ["DJ Ö"] };
  const formData = JSON.stringify({
    firstName: "Noor",
    surname: "Ayad",
    tracks: [{ title: "Don’t Wait", metadata: { ...metadata, featuredArtists: [credited] } }],
  });
  const sentDetails = JSON.stringify({
    details: { upc: "036000291452", tracks: [{ isrc: "GBKTQ2600001" }] },
  });
  const text = searchTextOf({ ...item, formData, sentDetails });
  for (const query of ["Don't wait", "lucja zajac", "ida grey", "dj o", "ayad", "gb-ktq-26-00001"])
    expect(text).toContain(searchTokens(query).join(" "));
  for (const code of ["gbktq2600001", "036000291452"]) expect(text).toContain(code);
});

test("a person is found by given and family name and by the name as they write it", () => {
  const form = { firstName: "An", surname: "Nguyễn", fullName: "Nguyễn Văn An", tracks: [] };
  const text = searchTextOf({ ...item, formData: JSON.stringify(form) });
  for (const query of ["an nguyen", "nguyen van an"])
    expect(text).toContain(searchTokens(query).join(" "));
});

test("invalid JSON adds nothing", () => {
  const plain = searchTextOf(item);
  for (const json of ["", "{", "[]", "7", '{"tracks":3}'])
    expect(searchTextOf({ ...item, formData: json, sentDetails: json })).toBe(plain);
});

test("a name of punctuation alone is found by it", () => {
  expect(searchTextOf({ ...item, artistName: "!!!" })).toContain(searchTokens("!!!")[0]);
});
