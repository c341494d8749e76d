import { PDF } from "@libpdf/core";
import { expect, test } from "vitest";
import { agreementText } from "./agreement-text";
import type { ReadFontFile } from "./script-fonts.server";
import { signedDocument } from "./signed-document.server";

const parties = {
  brand: "Mahogany",
  legalEntity: "Mahogany Records Ltd",
  address: "",
  support: "support@mahogany.example",
};

const noFonts = async () => undefined;

async function makeDocument(name: string, readFontFile: ReadFontFile = noFonts) {
  const artist = { name, artistName: "Sigrid Vale", artistId: "A-7K4P29" };
  const agreement = {
    requestId: "01KAGREEMENT",
    templateVersion: "2026-11",
    textHash: "ab".repeat(32),
    brand: "Mahogany",
    legalEntity: "Mahogany Records Ltd",
    artistId: "A-7K4P29",
    email: "sigrid@example.com",
    typedName: name,
    signedAt: new Date("2026-11-23T10:20:30Z"),
    text: agreementText({ ...parties, artist }),
  };
  const bytes = await signedDocument(agreement, readFontFile);
  const pdf = await PDF.load(bytes);
  const pages = pdf.getPages().map((page) => page.extractText().text);
  return { bytes, pdf, text: pages.join("\n").replace(/\s+/g, " ") };
}

test("the document has the text, the name, the time, the hash and the request", async () => {
  const { text, pdf } = await makeDocument("Sigrid Valentin");
  for (const expectedText of [
    ...["Artist Agreement", "12 months", "the law of the United Kingdom", "Royalty schedule"],
    ...["Sigrid Valentin", "A-7K4P29, sigrid@example.com", "November 23, 2026, 10:20 UTC"],
    ...["ab".repeat(32), "01KAGREEMENT", "Mahogany Records Ltd"],
  ])
    expect(text).toContain(expectedText);
  expect(pdf.getAuthor()).toBe("Sigrid Valentin");
});

test.each(["Łukasz Śmigły-Ďurič", "Νίκος Παπαδόπουλος", "Сергей Щукин", "Nguyễn Thị Ánh"])(
  "%s is written in its own letters",
  async (name) => {
    expect((await makeDocument(name)).text).toContain(name);
  },
);

test.each([
  ["张伟", "[U+5F20][U+4F1F]"],
  ["Zoë 🎷", "Zoë [U+1F3B7]"],
  ["محمد", "[U+0645][U+062D][U+0645][U+062F]"],
  [
    "דנה अदा さくら 김",
    "[U+05D3][U+05E0][U+05D4] [U+0905][U+0926][U+093E] [U+3055][U+304F][U+3089] [U+AE40]",
  ],
])(
  "%s, whose fonts cannot be loaded, is given by Unicode numbers and kept in the properties",
  async (name, expectedText) => {
    const { text, pdf } = await makeDocument(name);
    expect(text).toContain(expectedText);
    expect(text).toContain("Unicode numbers");
    expect(pdf.getAuthor()).toBe(name);
  },
);

test("the evidence of the signature is a page of its own, the last", async () => {
  const { pdf } = await makeDocument("Sigrid Valentin");
  const pages = pdf.getPages().map((page) => page.extractText().text);
  const isEvidence = (text: string) => text.includes("Evidence of the signature");
  expect(pages.findIndex(isEvidence)).toBe(pages.length - 1);
  expect(pages.at(-1)).toContain("Signed by");
  expect(pages.at(-1)).not.toContain("Royalty schedule");
});

test("a long name without spaces is broken into lines without losing letters", async () => {
  const { text } = await makeDocument("x".repeat(120));
  expect(text.replaceAll(" ", "")).toContain("x".repeat(120));
});
