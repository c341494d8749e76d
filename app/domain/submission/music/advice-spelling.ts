import { type TitleRule, tidyTitle } from "./title-rule";

/** Accents and quotes where an apostrophe belongs. */
const WRONG_APOSTROPHE = /(?<=\p{L})[`´‘′](?=\p{L})/gu;
/** French has a space before some signs, so only these count. */
const EXTRA_SPACE = /\s{2,}|\s(?=[,.)\]](?:\s|$))|(?<=[([])\s/u;

/** A text with plain apostrophes and single spaces. */
export function mendSpelling(text: string): string {
  const mended = text.replace(WRONG_APOSTROPHE, "'");
  return EXTRA_SPACE.test(mended) ? tidyTitle(mended).replace(/\s(?=\.(?:\s|$))/gu, "") : mended;
}

export const spellingRules: readonly TitleRule[] = [
  {
    name: "spelling",
    mark: "Spaces",
    many: "have extra spaces or wrong apostrophes",
    why: "Stores show every space, and search by the right apostrophe.",
    find: (title) => {
      const mended = mendSpelling(title);
      if (mended === title) return undefined;
      return {
        text: `The title has extra spaces or wrong apostrophes. Write it as "${mended}".`,
        fix: { title: mended },
      };
    },
  },
];
