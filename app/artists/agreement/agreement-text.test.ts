import { expect, test } from "vitest";
import { agreementText, type Parties, parseParagraphs } from "./agreement-text";
import { royalties } from "./terms";

const parties: Parties = {
  brand: "Mahogany",
  legalEntity: "Mahogany Records Ltd",
  address: "1 Quay Street, Leeds",
  support: "support@mahogany.example",
  artist: { name: "Sigrid Valentin", artistName: "Sigrid Vale", artistId: "A-7K4P29" },
};

test.each([
  ["the term", "lasts for 12 months"],
  ["the notice", "30 days' notice"],
  ["the law", "the law of the United Kingdom"],
])("it states %s of the specification", (_, words) => {
  expect(agreementText(parties)).toContain(words);
});

test("it has the whole royalty schedule at its end, and no share is of nothing or more than all", () => {
  const end = agreementText(parties).split("Royalty schedule\n\n")[1] ?? "";
  expect(end.split("\n\n- ").length - 1).toBe(royalties.length);
  for (const { source, artistShare } of royalties) {
    expect(end).toContain(`- ${source}: ${artistShare}%`);
    expect(artistShare > 0 && artistShare <= 100).toBe(true);
  }
});

test("it names both sides by what the settings and the profile say", () => {
  const text = agreementText(parties);
  expect(text).toContain(
    "between Mahogany Records Ltd, trading as Mahogany, of 1 Quay Street, Leeds",
  );
  expect(text).toContain("Sigrid Valentin, known as Sigrid Vale, artist id A-7K4P29");
});

test("with no legal entity and no address it names the brand; with no name the artist's", () => {
  const artist = { name: " ", artistName: "Sigrid Vale", artistId: "A-7K4P29" };
  const text = agreementText({ ...parties, legalEntity: "Mahogany", address: "", artist });
  expect(text).toContain("between Mahogany (“we”, “us”), and Sigrid Vale, artist id A-7K4P29");
});

test.each(["Noor Ayad", " noor  ayad ", "NOOR\u00a0AYAD"])(
  "whose name is the one they are known by (%j) is named once",
  (artistName) => {
    const artist = { name: "Noor Ayad", artistName, artistId: "A-7K4P29" };
    const text = agreementText({ ...parties, legalEntity: " MAHOGANY", artist });
    expect(text).toContain("between Mahogany, of 1 Quay");
    expect(text).toContain("and Noor Ayad, artist id A-7K4P29");
    expect(text).not.toMatch(/known as|trading as/);
  },
);

test("its pieces are all of its text, and its headings are numbered without a gap", () => {
  const text = agreementText(parties);
  const pieces = parseParagraphs(text);
  expect(pieces.map(({ kind, text }) => (kind === "item" ? `- ${text}` : text)).join("\n\n")).toBe(
    text,
  );
  const numbers = pieces.flatMap(({ kind, text }) => {
    const number = kind === "heading" && /^(\d+)\./.exec(text)?.[1];
    return number ? [Number(number)] : [];
  });
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test.each(["\n\n", "\r\n\r\n", "\u2028\u2028", "\u0085\u0085", "\v\f", "\r"])(
  "a name with line ends %j adds no paragraph to it",
  (end) => {
    const evil = `Vale${end}6. What you are paid${end}You are paid 100% of all we receive.`;
    for (const name of ["name", "artistName"] as const) {
      const artist = { ...parties.artist, [name]: evil };
      const pieces = parseParagraphs(agreementText({ ...parties, artist }));
      const honest = parseParagraphs(agreementText(parties));
      expect(pieces.map(({ kind }) => kind)).toEqual(honest.map(({ kind }) => kind));
      expect(pieces[1]?.text).toContain("Vale 6. What you are paid You are paid 100%");
    }
  },
);
