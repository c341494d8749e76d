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
])("the agreement states %s of the specification", (_, text) => {
  expect(agreementText(parties)).toContain(text);
});

test("the royalty schedule is complete, and every share is above 0 and at most 100 percent", () => {
  const end = agreementText(parties).split("Royalty schedule\n\n")[1] ?? "";
  expect(end.split("\n\n- ").length - 1).toBe(royalties.length);
  for (const { source, artistShare } of royalties) {
    expect(end).toContain(`- ${source}: ${artistShare}%`);
    expect(artistShare > 0 && artistShare <= 100).toBe(true);
  }
});

test("the agreement names both parties as in settings and profile", () => {
  const text = agreementText(parties);
  expect(text).toContain(
    "between Mahogany Records Ltd, trading as Mahogany, of 1 Quay Street, Leeds",
  );
  expect(text).toContain("Sigrid Valentin, known as Sigrid Vale, artist id A-7K4P29");
});

test("without legal entity and address it names the brand, and without a name the artist name", () => {
  const artist = { name: " ", artistName: "Sigrid Vale", artistId: "A-7K4P29" };
  const text = agreementText({ ...parties, legalEntity: "Mahogany", address: "", artist });
  expect(text).toContain("between Mahogany (“we”, “us”), and Sigrid Vale, artist id A-7K4P29");
});

test.each(["Noor Ayad", " noor  ayad ", "NOOR\u00a0AYAD"])(
  "an artist name equal to the name (%j) is not repeated",
  (artistName) => {
    const artist = { name: "Noor Ayad", artistName, artistId: "A-7K4P29" };
    const text = agreementText({ ...parties, legalEntity: " MAHOGANY", artist });
    expect(text).toContain("between Mahogany, of 1 Quay");
    expect(text).toContain("and Noor Ayad, artist id A-7K4P29");
    expect(text).not.toMatch(/known as|trading as/);
  },
);

test("the paragraphs make up the whole text, and headings are numbered without gaps", () => {
  const text = agreementText(parties);
  const paragraphs = parseParagraphs(text);
  expect(
    paragraphs.map(({ kind, text }) => (kind === "item" ? `- ${text}` : text)).join("\n\n"),
  ).toBe(text);
  const numbers = paragraphs.flatMap(({ kind, text }) => {
    const number = kind === "heading" && /^(\d+)\./.exec(text)?.[1];
    return number ? [Number(number)] : [];
  });
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
});

test.each(["\n\n", "\r\n\r\n", "\u2028\u2028", "\u0085\u0085", "\v\f", "\r"])(
  "a name with line ends %j adds no paragraph to it",
  (end) => {
    const injectedName = `Vale${end}6. What you are paid${end}You are paid 100% of all we receive.`;
    for (const name of ["name", "artistName"] as const) {
      const artist = { ...parties.artist, [name]: injectedName };
      const paragraphs = parseParagraphs(agreementText({ ...parties, artist }));
      const expected = parseParagraphs(agreementText(parties));
      expect(paragraphs.map(({ kind }) => kind)).toEqual(expected.map(({ kind }) => kind));
      expect(paragraphs[1]?.text).toContain("Vale 6. What you are paid You are paid 100%");
    }
  },
);
