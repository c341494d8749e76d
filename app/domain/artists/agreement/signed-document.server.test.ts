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

async function makeDocument(
  name: string,
  readFontFile: ReadFontFile = noFonts,
  email = "sigrid@example.com",
) {
  const artist = { name, artistName: "Sigrid Vale", artistId: "A-7K4P29" };
  const agreement = {
    requestId: "01KAGREEMENT",
    templateVersion: "2026-11",
    textHash: "ab".repeat(32),
    brand: "Mahogany",
    legalEntity: "Mahogany Records Ltd",
    artistId: "A-7K4P29",
    email,
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
  ["张伟", "letters of Han (U+5F20, U+4F1F)"],
  ["Zoë 🎷", "other signs (U+1F3B7)"],
  ["محمد", "letters of Arabic (U+0645, U+062D, U+062F)"],
  [
    "ਗੁਰ ⵣ ᐃᓄᒃ",
    "letters of Gurmukhi (U+0A17, U+0A41, U+0A30); letters of Tifinagh (U+2D63); letters of Canadian Aboriginal (U+1403, U+14C4, U+1483)",
  ],
])("%s, whose fonts are not there, is told of in words, once", async (name, letters) => {
  const { text, pdf } = await makeDocument(name);
  expect(text).toContain(`shows \ufffd for each: ${letters}.`);
  expect(text.split("U+").length).toBe(letters.split("U+").length);
  expect(pdf.getAuthor()).toBe(name);
});

test("the letters of an address are looked for like those of the name", async () => {
  const wanted: string[] = [];
  const readFontFile = async (name: string) => {
    wanted.push(name);
    const index = { "noto-sans-jp": { "jp.woff": "U+3048,U+30B9,U+30C6,U+30C8,U+4F8B" } };
    return name === "index.json" ? new TextEncoder().encode(JSON.stringify(index)) : undefined;
  };
  const { text } = await makeDocument("Ayu Vale", readFontFile, "ayu@例え.テスト");
  expect(wanted).toContain("jp.woff");
  expect(text).toContain("letters of Han (U+4F8B); letters of Hiragana (U+3048)");
});

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
